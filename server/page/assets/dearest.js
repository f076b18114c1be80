import { price, Problems } from "./tariff.js";

// dearest is price at the most expensive hour of the week, as Dearest of package tariff has it. Days from which or before which
// lines hold are those of the usage.
export function dearest(tariff, usage) {
  let best, error;
  const ask = (of, at) => {
    try {
      const cost = price(of, { ...usage, at });
      if (!best || larger(cost.high, best.high)) best = cost;
    } catch (problem) {
      if (!(problem instanceof Problems)) throw problem;
      error ??= problem;
    }
  };
  ask(tariff, usage.at);
  const frozen = freeze(tariff, usage.at);
  for (const at of turns(tariff, usage.at)) ask(frozen, at);
  if (!best) throw error;
  return best;
}

// larger compares texts of decimals that are not negative.
function larger(a, b) {
  const [whole, fraction = ""] = a.split("."), [otherWhole, otherFraction = ""] = b.split(".");
  const places = Math.max(fraction.length, otherFraction.length);
  return BigInt(whole + fraction.padEnd(places, "0")) > BigInt(otherWhole + otherFraction.padEnd(places, "0"));
}

// freeze lets lines hold all the week that hold at an instant, and no others.
function freeze(tariff, at) {
  const now = Date.parse(at);
  const lines = tariff.lines.map((line) => {
    const { from, until, ...terms } = line.terms;
    const held = (!from || now >= Date.parse(from)) && (!until || now < Date.parse(until));
    return { ...line, terms: held ? terms : { ...terms, until: new Date(0).toISOString() } };
  });
  return { ...tariff, lines };
}

const aDay = 24 * 60 * 60 * 1000;

// turns are the instants of eight days at which hours begin or end.
function turns(tariff, at) {
  const all = new Set(), now = Date.parse(at);
  for (const { terms } of tariff.lines) {
    for (const { from, to } of terms.hours?.windows ?? []) {
      for (const clock of [from, to]) {
        const minutes = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
        for (let day = 0; day < 8; day++) all.add(instant(now + day * aDay, minutes, terms.hours.zone));
      }
    }
  }
  return [...all].sort();
}

// instant is when the clocks of a zone show a time of the day that they show at another instant.
function instant(near, minutes, zone) {
  const day = Math.floor((near + offset(near, zone)) / aDay) * aDay + minutes * 60 * 1000;
  const guess = day - offset(day, zone);
  return new Date(day - offset(guess, zone)).toISOString();
}

// offset is how far the clocks of a zone are ahead of UTC, in milliseconds.
function offset(at, timeZone) {
  if (timeZone === "UTC") return 0;
  const format = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" });
  const part = Object.fromEntries(format.formatToParts(at).map((p) => [p.type, Number(p.value)]));
  return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute) - Math.floor(at / 60000) * 60000;
}
