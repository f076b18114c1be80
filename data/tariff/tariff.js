// The calculator of package tariff for pages: price says what a usage costs under a tariff of /api/tariffs.json, exactly.
// It is a module without dependencies and gives the answers of testdata/vectors.json. What the words mean is written in
// tariff.go and problems.go, whose order of steps this follows.
//
// Amounts are texts, since a number of JavaScript would round them: {low: "4.36", high: "4.36", items, unknown, notes}.

// Problems is thrown where there is no price. Each of its problems has a code and what belongs to it.
export class Problems extends Error {
  constructor(problems) {
    super(problems.map((p) => (p.class ? `${p.class}: ${p.code}` : p.code)).join("; "));
    this.name = "Problems";
    this.problems = problems;
  }
}

// price prices a usage: {quantities: {input: 1000}, requests: 1, service, region, effort, at, factor}. The last four can
// be left out, but for at: a Date, or a text that Date reads.
//
// On a day of which nobody knows whether it is a holiday, where that makes a difference, it is a range.
export function price(tariff, usage) {
  const { sums, ...cost } = priceOn(tariff, usage, false);
  if (!perhapsHoliday(tariff, new Date(usage.at).getTime())) return cost;
  const other = priceOn(tariff, usage, true);
  if (cost.low === other.low && cost.high === other.high) return cost;
  const lines = new Set();
  cost.items.forEach((item, i) => {
    const also = other.items[i];
    if (!also) return;
    item.low = text(least(decimalOf(item.low), decimalOf(also.low)));
    item.high = text(most(decimalOf(item.high), decimalOf(also.high)));
    lines.add(item.line).add(also.line);
  });
  const notes = [...cost.notes, { kind: "perhapsHoliday", lines: [...lines].sort((a, b) => a - b) }];
  return {
    ...cost, notes: notes.sort((a, b) => byText(a.kind, b.kind)),
    low: text(least(sums.low, other.sums.low)), high: text(most(sums.high, other.sums.high)),
  };
}

function priceOn(tariff, usage, holiday) {
  const q = ask(tariff, usage);
  q.holiday = holiday;
  refuse([...notSold(q), ...tooLong(q)]);
  const items = [], unknown = [], problems = [];
  for (const c of q.classes) {
    try {
      items.push(bill(q, c, BigInt(usage.quantities[c]), unknown));
    } catch (error) {
      if (!(error instanceof Problems)) throw error;
      const known = (p) => problems.some((o) => o.code === p.code && o.class === p.class);
      problems.push(...error.problems.filter((p) => !known(p)));
    }
  }
  refuse(problems);
  const sum = (key) => items.map((i) => i[key]).reduce(plus, zero);
  const sums = { low: sum("low"), high: sum("high") };
  const written = items.map((i) => ({ ...i, low: text(i.low), high: text(i.high) }));
  return { low: text(sums.low), high: text(sums.high), items: written, unknown, notes: notes(q, items), sums };
}

function refuse(problems) {
  if (problems.length > 0) throw new Problems(problems);
}

function fail(code, about, lines, known) {
  const problem = { code };
  if (about) problem.class = about;
  if (lines?.length) problem.lines = lines;
  if (known?.length) problem.known = known;
  throw new Problems([problem]);
}

// Decimals: units / 10 ** places, exactly.

const zero = { units: 0n, places: 0 };
const maxDigits = 15;

function decimal(written) {
  const found = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(String(written));
  if (!found || Math.abs(Number(found[4] ?? 0)) > 2 * maxDigits) return undefined;
  const [, sign, whole, fraction = "", exponent = "0"] = found;
  const places = fraction.length - Number(exponent);
  const units = BigInt(sign + whole + fraction) * 10n ** BigInt(Math.max(0, -places));
  const digits = String(units).replace("-", "").length;
  return digits > maxDigits || places > maxDigits ? undefined : { units, places: Math.max(0, places) };
}

function times(a, b) {
  return { units: a.units * b.units, places: a.places + b.places };
}

function plus(a, b) {
  const places = Math.max(a.places, b.places);
  const at = (d) => d.units * 10n ** BigInt(places - d.places);
  return { units: at(a) + at(b), places };
}

function less(a, b) {
  const places = Math.max(a.places, b.places);
  const at = (d) => d.units * 10n ** BigInt(places - d.places);
  return at(a) < at(b);
}

const least = (a, b) => (less(b, a) ? b : a);
const most = (a, b) => (less(a, b) ? b : a);

// decimalOf reads what text has written, of any length.
function decimalOf(written) {
  const [whole, fraction = ""] = written.split(".");
  return { units: BigInt(whole + fraction), places: fraction.length };
}

function text({ units, places }) {
  const digits = String(units).padStart(places + 1, "0"); // no amount is negative
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, "");
  return fraction ? `${whole}.${fraction}` : whole;
}

function factorOf(written) {
  const d = decimal(written);
  return d && d.units > 0n && d.units <= 1000n * 10n ** BigInt(d.places) ? d : undefined;
}

// Classes. One of a modality has it in front: audio.input.

const promptKinds = ["cacheRead", "cacheWrite12h", "cacheWrite1h", "cacheWrite", "input"];
const answerKinds = ["output", "reasoning"];
const kindOf = (c) => c.slice(c.lastIndexOf(".") + 1);
const sibling = (c, kind) => c.slice(0, c.lastIndexOf(".") + 1) + kind;
const isPrompt = (c) => promptKinds.includes(kindOf(c));
const isAnswer = (c) => answerKinds.includes(kindOf(c));
const inputOf = (c) => (kindOf(c) === "input" ? "input" : sibling(c, "input"));

function rank(c) {
  const order = [...promptKinds, ...answerKinds];
  const at = order.indexOf(kindOf(c));
  return at < 0 ? order.length : at;
}

const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const inPrompt = (a, b) => rank(a) - rank(b) || byText(a, b);

// The question.

const standard = "standard";
const service = (name) => (!name || name === standard ? "" : name);
const named = (names) => [...new Set(names.filter(Boolean))].sort(byText);

function ask(tariff, usage) {
  const lines = tariff.lines, factors = tariff.factors ?? [];
  const q = {
    tariff, lines, factors, service: service(usage.service), region: usage.region || tariff.region || "", effort: usage.effort || "",
    at: usage.at === undefined ? NaN : new Date(usage.at).getTime(), classes: [], looked: new Set(),
    prompt: 0n, answer: 0n, factor: usage.factor ? factorOf(usage.factor) : { units: 1n, places: 0 },
  };
  const problems = [], most = 1e15;
  const counted = (n, least) => Number.isInteger(n) && n >= least && n <= most;
  for (const c of Object.keys(usage.quantities).sort(byText)) {
    if (!counted(usage.quantities[c], 0)) problems.push({ code: "badQuantity", class: c });
  }
  if (!counted(usage.requests, 1)) problems.push({ code: "badRequests" });
  if (!q.factor) problems.push({ code: "badFactor" });
  if (Number.isNaN(q.at)) problems.push({ code: "noInstant" });
  const services = named([standard, ...lines.map((l) => l.terms.service), ...factors.map((f) => f.service)]);
  if (q.service && !services.includes(q.service)) problems.push({ code: "noService", known: services });
  const regions = named([...lines.map((l) => l.terms.region), ...factors.map((f) => f.region)]);
  if (q.region && !regions.includes(q.region)) problems.push({ code: "noRegion", ...(regions.length > 0 && { known: regions }) });
  refuse(problems);
  q.requests = BigInt(usage.requests);
  count(q, usage.quantities);
  return q;
}

// count lays the classes out as the prompt has them, and counts the tokens of prompts and answers.
function count(q, quantities) {
  q.classes = Object.keys(quantities).filter((c) => quantities[c] > 0).sort(inPrompt);
  for (const c of q.classes) {
    const n = BigInt(quantities[c]);
    if (q.lines.some((l) => l.class === c && l.per.of !== "tokens")) continue;
    if (isAnswer(c)) q.answer += n;
    if (isPrompt(c)) q.prompt += n;
  }
}

function notSold(q) {
  const { until } = q.tariff.sale ?? {};
  return until && q.at >= new Date(until).getTime() ? [{ code: "noLongerSold" }] : [];
}

function tooLong(q) {
  const { context, input, output } = q.tariff.limits;
  return [["overContext", context, q.prompt + q.answer], ["overInput", input, q.prompt], ["overOutput", output, q.answer]]
    .filter(([, limit, used]) => limit > 0 && used > BigInt(limit) * q.requests)
    .map(([code, limit]) => ({ code, limit }));
}

// Lines.

// ways are all ways from lines to the terms that were asked, the best first.
function ways(q, c) {
  const s = q.service, r = q.region, list = [{ service: s, region: r, factors: [] }];
  const way = (service, region, ...factors) => list.push({ service, region, factors });
  const toRegion = factorTo(q, c, "", r), toService = factorTo(q, c, s, ""), toBoth = factorTo(q, c, s, r);
  if (r && toRegion >= 0) way(s, "", toRegion);
  if (s && toService >= 0) way("", r, toService);
  if (s && r) {
    if (toBoth >= 0) way("", "", toBoth);
    if (toRegion >= 0 && toService >= 0) way("", "", toService, toRegion);
  }
  way(s, "");
  if (s && r && toService >= 0) way("", "", toService);
  return list;
}

function factorTo(q, c, s, r) {
  if (!s && !r) return -1;
  const leads = (f) => (!f.until || q.at < Date.parse(f.until)) && (f.service ?? "") === s && (f.region ?? "") === r && (!f.classes?.length || f.classes.includes(c));
  const found = [...q.factors.keys()].filter((i) => leads(q.factors[i]));
  if (found.length > 1 || found.some((i) => !factorOf(q.factors[i].factor))) fail("broken", c);
  return found[0] ?? -1;
}

// find looks for the line that bills a class.
function find(q, c) {
  q.looked.add(c);
  for (const way of ways(q, c)) {
    const group = withEffort(q, c, underTerms(q, c, way));
    if (group.length > 0) return { place: holding(q, c, group), factors: way.factors };
  }
  return fail("noLine", c);
}

function underTerms(q, c, way) {
  const inForce = (t) => (!t.from || q.at >= Date.parse(t.from)) && (!t.until || q.at < Date.parse(t.until));
  return [...q.lines.keys()].filter((i) => {
    const { class: of, terms } = q.lines[i];
    return of === c && terms.kind !== "announced" && service(terms.service) === way.service && (terms.region ?? "") === way.region && inForce(terms);
  });
}

function withEffort(q, c, places) {
  const effort = (i) => q.lines[i].terms.effort ?? "";
  const asked = places.filter((i) => q.effort && effort(i) === q.effort);
  if (asked.length > 0) return asked;
  const every = places.filter((i) => !effort(i));
  if (every.length === 0 && places.length > 0) fail("noEffort", c, [], named(places.map(effort)));
  return every;
}

function holding(q, c, group) {
  const now = group.filter((i) => holdsAt(q, c, i));
  const fits = (i) => inBand(q, q.lines[i].terms.context);
  const promotional = now.filter((i) => fits(i) && q.lines[i].terms.kind === "promotional");
  const found = promotional.length > 0 ? promotional : now.filter(fits);
  if (found.length > 1) fail("broken", c, found);
  if (found.length === 0) fail(now.length > 0 ? "noBand" : "noLine", c, now);
  return found[0];
}

function inBand(q, band) {
  if (!band) return true;
  const at = (bound) => BigInt(bound) * q.requests;
  return (!band.over || q.prompt > at(band.over)) && (!band.from || q.prompt >= at(band.from)) &&
    (!band.upTo || q.prompt <= at(band.upTo)) && (!band.below || q.prompt < at(band.below));
}

const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const aDay = 24 * 60, aWeek = 7 * aDay;

function holdsAt(q, c, place) {
  const hours = q.lines[place].terms.hours;
  if (!hours) return true;
  try {
    return holds(hours, q.at, q.holiday);
  } catch (error) {
    if (error instanceof RangeError) fail("broken", c, [place]); // no such zone
    throw error;
  }
}

// holds says whether hours hold at an instant. On a day of which nobody knows whether it is a holiday, the asker decides.
function holds(hours, at, holiday) {
  if (hours.holidays) {
    const day = dayIn(at, hours.zone);
    if (hours.daysOff?.includes(day) || (holiday && day > (hours.knownTo ?? ""))) return Boolean(hours.outside);
  }
  const now = minuteOfWeek(at, hours.zone);
  const inside = hours.windows.some(({ days, from, to }) => {
    const begin = minuteOfDay(from), end = minuteOfDay(to);
    const length = end > begin ? end - begin : end + aDay - begin;
    return days.some((day) => (now - weekdays.indexOf(day) * aDay - begin + 2 * aWeek) % aWeek < length);
  });
  return inside !== Boolean(hours.outside);
}

const dayIn = (at, timeZone) => new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(at);

// perhapsHoliday says whether the price depends on a calendar of holidays that does not reach so far.
function perhapsHoliday(tariff, at) {
  return tariff.lines.some(({ terms: { hours } }) => hours?.holidays && dayIn(at, hours.zone) > (hours.knownTo ?? "") &&
    holds(hours, at, false) !== holds(hours, at, true));
}

const minuteOfDay = (clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

function minuteOfWeek(at, timeZone) {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const part = Object.fromEntries(format.formatToParts(at).map((p) => [p.type, p.value]));
  return weekdays.indexOf(part.weekday.toLowerCase()) * aDay + Number(part.hour) * 60 + Number(part.minute);
}

// The bill.

const bounds = { cacheRead: "upToInput", cacheWrite: "inputToTwice", cacheWrite1h: "inputToTwice", cacheWrite12h: "inputTo250" };
const atMost = { inputToTwice: { units: 2n, places: 0 }, inputTo250: { units: 25n, places: 1 } }; // times the price of input

// bill prices a class: by its own lines, or as far from those of another class as a bound says. What nobody states is unknown.
function bill(q, c, quantity, unknown) {
  for (let as = c, bound = ""; ;) {
    const found = lineOf(q, as);
    if (found.line && !found.why) return item(q, c, as, bound, quantity, found);
    if (found.why === "asInput") {
      as = inputOf(as);
    } else if (found.why === "noLine" && kindOf(as) === "reasoning") {
      as = sibling(as, "output");
    } else {
      bound = bounds[kindOf(as)];
      if (!bound || !["notStated", "noLine", "noBand"].includes(found.why)) throw found.error;
      unknown.push({ class: c, why: found.why });
      as = inputOf(as);
    }
  }
}

// lineOf is the line that bills a class, and why it has no price of its own.
function lineOf(q, as) {
  let found;
  try {
    found = find(q, as);
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    return { why: error.problems[0].code, error };
  }
  const line = q.lines[found.place], priced = ["priced", "free"].includes(line.state);
  const none = { notOffered: "cannotBuy", unknown: "notStated" }[line.state] ?? "broken";
  const why = priced ? (unsaid(q, line) ? "notStated" : "") : line.state === "sameAsInput" && inputOf(as) !== as && isPrompt(as) ? "asInput" : none;
  return { ...found, line, why, error: new Problems([{ code: why, class: as, lines: [found.place] }]) };
}

function item(q, c, as, bound, quantity, { place, line, factors }) {
  const each = priceOf(line);
  if (!each) fail("broken", as, [place]);
  if (as !== c && line.per.of !== "tokens") fail("noLine", c); // tokens cannot be billed as images
  const all = [{ units: quantity, places: 0 }, q.factor, ...factors.map((i) => factorOf(q.factors[i].factor))].reduce(times);
  const others = instead(q, line);
  const prices = [each, ...others.map((o) => o.price)].sort(compare);
  const low = times(prices[0], all), high = times(prices.at(-1), all);
  if (!bound && compare(low, high) < 0) bound = others.at(-1).why;
  return {
    class: c, quantity: Number(quantity), line: place,
    ...(factors.length > 0 && { factors }),
    ...(as !== c && { as }),
    ...(bound && { bound }),
    low: bound === "upToInput" ? zero : low,
    high: atMost[bound] ? times(high, atMost[bound]) : high,
  };
}

// instead are the prices of one that may be billed in the place of a line: those that were announced for a day that has come,
// and the list price where a promotion was promised up to a day that has passed.
function instead(q, line) {
  const over = line.terms.kind === "promotional" && line.terms.promised && line.terms.promised < new Date(q.at).toISOString().slice(0, 10);
  const why = (t) => (t.kind === "announced" && t.from ? "nowToAnnounced" : t.kind === "list" && over ? "promotionOrList" : "");
  return rivals(q, line).filter((l) => why(l.terms))
    .map((l) => ({ price: priceOf(l), why: why(l.terms) })).filter((o) => o.price);
}

// unsaid says whether the class of a line is to have another price since a day that has come, and nobody says which.
const unsaid = (q, line) => rivals(q, line).some((l) => l.terms.kind === "announced" && l.state === "unknown");

// rivals are the announced lines and list prices in the place of a line that are in force.
function rivals(q, line) {
  const place = ({ kind, from, until, promised, ...terms }) => JSON.stringify(terms, Object.keys(flat(terms)).sort());
  const inForce = (t) => (!t.from || q.at >= Date.parse(t.from)) && (!t.until || q.at < Date.parse(t.until));
  return q.lines.filter((l) => l.class === line.class && ["announced", "list"].includes(l.terms.kind) && inForce(l.terms) && place(l.terms) === place(line.terms));
}

// flat has the names of all members, however deep.
const flat = (value) => Object.entries(value).reduce((all, [name, of]) => ({ ...all, [name]: 1, ...(of && typeof of === "object" ? flat(of) : {}) }), {});

function compare(a, b) {
  const places = Math.max(a.places, b.places);
  const at = (d) => d.units * 10n ** BigInt(places - d.places);
  return at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0;
}

// priceOf is the price of one of what a line counts.
function priceOf(line) {
  const zeros = /^10*$/.test(String(line.per.amount)) ? String(line.per.amount).length - 1 : undefined;
  const written = line.price === undefined ? undefined : decimal(line.price);
  if (zeros === undefined) return undefined;
  if (line.state === "free") return line.price === undefined || written?.units === 0n ? zero : undefined;
  return written && written.units > 0n ? { units: written.units, places: written.places + zeros } : undefined;
}

// Notes.

function notes(q, items) {
  const about = {};
  const add = (kind, line) => (about[kind] ??= new Set()).add(line);
  for (const { line } of items) {
    const { context, kind, until, promised } = q.lines[line].terms;
    if (context && q.requests > 1n) add("averageRequest", line);
    if (kind === "promotional" && until) add("promotionEnds", line);
    if (promised) add("promotionPromised", line);
  }
  q.lines.forEach((l, i) => {
    if (l.terms.kind === "announced" && q.looked.has(l.class) && meant(q, l)) add("priceAnnounced", i);
  });
  return Object.keys(about).sort(byText).map((kind) => ({ kind, lines: [...about[kind]].sort((a, b) => a - b) }));
}

// meant reports whether a line leads to the terms that were asked for.
function meant(q, { class: c, terms }) {
  if (terms.effort && terms.effort !== q.effort) return false;
  return ways(q, c).some((w) => w.service === service(terms.service) && w.region === (terms.region ?? ""));
}
