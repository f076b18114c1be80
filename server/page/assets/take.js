import { signed } from "./further.js";

// Taking away what is shown, as text: CSV (RFC 4180), JSON or Markdown. Numbers are exact where they are known exactly.

export const types = { csv: "text/csv", json: "application/json", md: "text/markdown" };

// written is the text of models in a format; columns are {key, label}, about is {version, work}.
export function written(format, models, columns, about) {
  return { csv, json, md }[format](models, columns, about);
}

const textual = ["state", "name"];
const exact = (model, key) => (key === provisional ? model.values.overallScore.guess : textual.includes(key) ? model.values[key].text : model.values[key].value) ?? "";

// keysOf gives provisional scores a column of their own, where a sign cannot tell them from others.
const provisional = "provisionalScore";
const keysOf = (columns) => columns.flatMap(({ key }) => (key === "overallScore" ? [key, provisional] : [key]));

function csv(models, columns) {
  const keys = keysOf(columns);
  const rows = [["id", "name", "provider", ...keys], ...models.map((m) => [m.id, m.name, m.provider, ...keys.map((key) => released(key, exact(m, key)))])];
  return rows.map((row) => row.map(field).join(",") + "\r\n").join("");
}

// released is a month as people write it; it is sorted by as a number.
const released = (key, value) => (key === "releaseDate" && value ? `${value.slice(0, 4)}-${value.slice(4)}` : value);

// field quotes what needs it. A text that a spreadsheet would take for a formula has an apostrophe in front.
function field(text) {
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? "'" + text : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function json(models, columns, about) {
  const value = (m, key) => {
    const text = released(key, exact(m, key));
    if (text === "") return "null";
    return textual.includes(key) || key === "releaseDate" ? JSON.stringify(text) : text;
  };
  const object = (m) => "    {" + [["id", JSON.stringify(m.id)], ["name", JSON.stringify(m.name)], ["provider", JSON.stringify(m.provider)],
    ...keysOf(columns).map((key) => [key, value(m, key)])].map(([key, text]) => `${JSON.stringify(key)}: ${text}`).join(", ") + "}";
  return `{\n  "version": ${JSON.stringify(about.version)},\n  "work": ${JSON.stringify(about.work)},\n  "models": [\n${models.map(object).join(",\n")}\n  ]\n}\n`;
}

function md(models, columns, about) {
  const cell = (text) => text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replace(/[<>[\]*_`]/g, "\\$&").replace(/\s+/g, " ");
  const shown = (m, { key }) => (m.values[key].text ? signed(m.values[key]) : "–");
  const line = (all) => `| ${all.map(cell).join(" | ")} |\n`;
  return line(["Model", "Provider", ...columns.map((c) => c.label)]) + `|---|---|${columns.map((c) => (textual.includes(c.key) ? "---|" : "--:|")).join("")}\n` +
    models.map((m) => line([m.name, m.provider, ...columns.map((c) => shown(m, c))])).join("") + `\nThis work: ${cell(about.work)}. Snapshot ${about.version}.\n`;
}
