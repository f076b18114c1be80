package page

import (
	"regexp"
	"slices"
	"strings"
)

// isoCodes are the codes of currencies as ISO 4217 writes them, in capitals: "try" is a word. Those that are words or names in
// capitals too are left out.
const (
	isoCodes = `USD|AED|AFN|AOA|AUD|AWG|AZN|BBD|BDT|BGN|BHD|BIF|BMD|BND|BRL|BSD|BTN|BWP|BYN|BZD|CAD|CDF|CHF|CLP|CNH|CNY|CRC|CVE|CZK|DJF|DKK|DOP|DZD|EGP|ERN|ETB|EUR|FJD|FKP|` +
		`GBP|GHS|GMD|GNF|GTQ|GYD|HKD|HNL|HTG|HUF|IDR|ILS|INR|IQD|IRR|ISK|JMD|JOD|JPY|KES|KGS|KHR|KMF|KPW|KRW|KWD|KYD|KZT|LBP|LKR|LRD|LSL|LYD|MDL|MGA|MKD|MMK|MNT|MRU|MUR|MVR|MWK|MXN|` +
		`MYR|MZN|NAD|NGN|NIO|NOK|NPR|NZD|OMR|PAB|PGK|PHP|PKR|PLN|PYG|QAR|RMB|RSD|RUB|RWF|SAR|SBD|SCR|SDG|SEK|SGD|SHP|SLE|SRD|SSP|STN|SVC|SYP|SZL|THB|TJS|TMT|TND|TTD|TWD|TZS|UAH|UGX|` +
		`UYU|UZS|VES|VND|VUV|XAF|XCD|XOF|XPF|YER|ZAR|ZMW`
)

// moneyText matches what names a currency: a code, a sign, or a name. A bare dollar sign is none, nor is the bare word:
// many countries have one.
var moneyText = regexp.MustCompile(`(?i)(?-i:\b(?:` + isoCodes + `)\b)|(?-i:\b(?:[A-Z]{1,3}|Mex)\$)|\bcents?\b|\bpence\b|[\x{A2}-\x{A5}\x{58F}\x{60B}\x{9F2}\x{9F3}\x{E3F}\x{17DB}\x{20A0}-\x{20C0}\x{FDFC}\x{FFE0}\x{FFE1}\x{FFE5}\x{FFE6}]|元|円|\bzł|\bKč|\bkr\b\.?` +
	`|\b(?:us|u\.s\.|united states|[a-z]+(?:an|ian|ese|ish)|singapore|hong kong|new zealand|taiwan|fiji)[ -]dollars?\b` +
	`|\b(?:euros?|(?:british )?pounds?(?: sterling)?|sterling|yuan|renminbi|yen|(?:[a-z]+n )?rupees?|(?:south )?korean won|(?:swiss )?francs?|kron(?:e|er|a|or)|koruna|z[lł]oty(?:ch)?|forints?|roubles?|rubles?|` +
	`(?:turkish )?liras?|shekels?|dirhams?|riyals?|ringgit|baht|rupiah|pesos?|reais|brazilian real|south african rand|hryvnia|naira|satoshis?|bitcoins?)\b`)

// moneyNames maps the names of frequent currencies to their codes. Any other is called as it is printed.
var moneyNames = map[string]string{
	"us dollar": "USD", "u.s. dollar": "USD", "united states dollar": "USD", "american dollar": "USD", "us$": "USD",
	"australian dollar": "AUD", "a$": "AUD", "au$": "AUD", "canadian dollar": "CAD", "c$": "CAD", "ca$": "CAD",
	"singapore dollar": "SGD", "s$": "SGD", "hong kong dollar": "HKD", "hk$": "HKD", "new zealand dollar": "NZD", "nz$": "NZD",
	"euro": "EUR", "€": "EUR", "pound sterling": "GBP", "british pound": "GBP", "pound": "GBP", "£": "GBP",
	"yuan": "CNY", "renminbi": "CNY", "rmb": "CNY", "元": "CNY", "￥": "CNY", "yen": "JPY", "円": "JPY", "rupee": "INR", "indian rupee": "INR", "₹": "INR",
	"won": "KRW", "₩": "KRW", "swiss franc": "CHF", "cent": "cents", "¢": "cents",
}

// moneyIn finds the currencies that a text names, amounts left out: "CHF" and not "CHF 3".
func moneyIn(text string) (codes []string) {
	for _, at := range moneyText.FindAllStringIndex(text, -1) {
		if besideAmount(text, at) {
			continue
		}
		if code := moneyCode(text[at[0]:at[1]]); !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
	}
	return codes
}

var amountNext = regexp.MustCompile(`^\s*[\d.,]*\d`)

func besideAmount(text string, at []int) bool {
	before := strings.TrimRight(text[:at[0]], "\t\n\f\r ")
	return amountNext.MatchString(text[at[1]:]) || before != "" && strings.ContainsAny(before[len(before)-1:], "0123456789")
}

// moneyCode is the code of a currency, or its name where nobody has said which code it has.
func moneyCode(name string) string {
	name = strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(name), "-", " ")), " ")
	for _, spelling := range []string{name, strings.TrimSuffix(name, "s")} {
		if code, known := moneyNames[spelling]; known {
			return code
		}
	}
	return strings.ToUpper(name)
}
