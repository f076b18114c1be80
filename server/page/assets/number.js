// How numbers are written for people: as package facts writes them. Amounts come and stay as texts of exact decimals.

const significant = 3;

// split is a text such as "12.5" or "5e-06" as a whole number of 10 ** -places.
function split(text) {
  const found = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(String(text));
  if (!found) return undefined;
  const [, sign, whole, fraction = "", exponent = "0"] = found;
  const shift = Number(exponent);
  const units = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, shift - fraction.length));
  return { negative: sign === "-", units, places: Math.max(0, fraction.length - shift) };
}

// fixed rounds half up, away from zero, to so many decimals.
export function fixed(text, decimals) {
  const { negative, units, places } = split(text);
  const cut = 10n ** BigInt(Math.max(0, places - decimals));
  const rounded = ((units + cut / 2n) / cut) * 10n ** BigInt(Math.max(0, decimals - places));
  const digits = String(rounded).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return (negative && rounded > 0n ? "-" : "") + digits.slice(0, point) + (decimals > 0 ? "." + digits.slice(point) : "");
}

// grouped writes whole digits with commas: 1,050,000.
export function grouped(digits) {
  return String(digits).replace(/\B(?=(\d{3})+$)/g, ",");
}

// amount writes USD with three significant digits, and with two decimals where it has cents: 0.000348, 4.36, 1,235.
export function amount(text) {
  const { units, places } = split(text);
  if (units === 0n) return "0.00";
  const one = 10n ** BigInt(places);
  if (units >= 1000n * one) return grouped(fixed(text, 0));
  if (units >= one) return fixed(text, Math.max(0, significant - String(units / one).length));
  const written = fixed(text, places - String(units).length + significant);
  return written.slice(0, 4) + written.slice(4).replace(/0+$/, "");
}

// product is a text times a whole number, exactly.
export function product(text, count) {
  const { units, places } = split(text);
  return decimal(units * BigInt(count), places);
}

// exceeds reports whether a text is more than another.
export function exceeds(text, limit) {
  const a = split(text), b = split(limit);
  return a.units * 10n ** BigInt(b.places) > b.units * 10n ** BigInt(a.places);
}

// decimal is a whole number of 10 ** -places as a text.
function decimal(units, places) {
  const digits = String(units).padStart(places + 1, "0"), point = digits.length - places;
  return digits.slice(0, point) + (places > 0 ? "." + digits.slice(point) : "");
}

// price writes USD exactly, with two decimals at least: 5.00, 0.003625.
export function price(text) {
  const { places } = split(text);
  return fixed(text, Math.max(2, places));
}

// dollars writes the cost of a tick: $0.05, $2.
export function dollars(cost) {
  return "$" + (cost < 1 ? cost.toFixed(Math.max(0, -Math.floor(Math.log10(cost) + 1e-9))) : String(Math.round(cost)));
}
