package doctor

import (
	"crypto/tls"
	"time"
)

// expiresSoon is how long before its end a certificate is worth a warning.
const expiresSoon = 14 * 24 * time.Hour

const renew = "renew it; the server takes it up by itself"

// settings looks at what config.Load cannot know: names of sources, files, and what is better set.
func (d *doctor) settings() {
	before := len(d.found.Checks)
	if d.Weakness != "" {
		d.note(theSettings, Warning, d.Mend, "%s", d.Weakness)
	}
	if _, err := d.Asked(nil); err != nil {
		d.note(theSettings, Wrong, "pricepoint sources lists the names", "collect.only or collect.disable: %v", err)
	}
	if d.Config.Collect.Contact == "" {
		d.note(theSettings, Warning, "PRICEPOINT_COLLECT_CONTACT=https://…, or collect.contact in the settings",
			"collect.contact is not set, so the sites that are read cannot tell who asks")
	}
	if d.Config.Collect.AllowPrivate {
		d.note(theSettings, Warning, "set collect.allow_private to false", "collect.allow_private lets a page lead into this network; it is for tests and mirrors")
	}
	if err := d.Keys.Ready(); err != nil {
		d.note(theSettings, Wrong, "put the secret key there, or remove sign.key; no refresh can publish", "sign.key: %v", err)
	}
	if d.Config.Server.TLSCert != "" {
		d.certificate()
	}
	if len(d.found.Checks) == before {
		where := "the defaults, flags and variables"
		if d.File != "" {
			where = d.File
		}
		d.note(theSettings, Well, "", "valid: %s", where)
	}
}

func (d *doctor) certificate() {
	file := d.Config.Server.TLSCert
	pair, err := tls.LoadX509KeyPair(file, d.Config.Server.TLSKey)
	if err != nil {
		d.note(theSettings, Wrong, "pricepoint config shows where server.tls_cert and server.tls_key are from", "%v", err)
		return
	}
	end := pair.Leaf.NotAfter
	switch left := end.Sub(d.Now()); {
	case left <= 0:
		d.note(theSettings, Wrong, renew, "the certificate %s ended on %s", file, end.Format(time.DateOnly))
	case left < expiresSoon:
		d.note(theSettings, Warning, renew, "the certificate %s ends on %s", file, end.Format(time.DateOnly))
	}
}
