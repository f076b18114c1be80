// The explorer: what makes the page at / answer. The table that the server wrote is where everything is read from; the
// state is in the fragment of the address, so that a view can be shared and the back button works.

import { candidates } from "./axis.js";
import { Calculator } from "./calculator.js";
import { comparison, most } from "./compare.js";
import { aliases, solved } from "./documents.js";
import { limit, passes } from "./filter.js";
import { warn } from "./freshness.js";
import { monthly, tasks, usual } from "./month.js";
import { isProvisional, readModels } from "./models.js";
import { sorted } from "./order.js";
import { Plot } from "./plot.js";
import { finder, gone } from "./search.js";
import { beginning, holdsState, isNarrowed, parse, write } from "./state.js";
import { Table } from "./table.js";
import { types, written } from "./take.js";

const $ = (id) => document.getElementById(id);

const models = readModels($("table"));
const byId = new Map(models.map((m) => [m.id, m]));
const columns = [...$("table").tHead.querySelectorAll("[data-key]")].slice(1).map((th) => ({
  key: th.dataset.key, label: th.textContent, what: th.title, group: th.dataset.group, index: /g(\d+)/.exec(th.className)[1],
}));
const asServed = new Map(models.map((m) => [m.id, m.values.work]));
let state = { ...beginning }, names = [], measured = [], shown = models, turn = 0;

const plot = new Plot($("plot"), { point: (id) => highlight(id) });
const table = new Table($("table"), {
  sort: (sort) => change({ sort }),
  point: (id) => plot.choose([...state.compare, id]),
  choose: (id, chosen) => change({ compare: chosen ? [...state.compare, id].slice(-most) : state.compare.filter((other) => other !== id) }),
});
const calculator = new Calculator($("work"), change);

function highlight(id) {
  for (const { row } of models) row.classList.toggle("pointed", row.id === id);
}

// change moves to another state, which the address and the back button know.
function change(changed, how = "pushState") {
  state = { ...state, ...changed };
  const fragment = write(state);
  if (fragment !== location.hash) history[how](null, "", fragment || location.pathname + location.search);
  return show();
}

// show brings the page to the state. What has to be asked for first may come when the state has moved on.
async function show() {
  const mine = ++turn;
  showControls();
  calculator.show(state);
  try {
    await need();
    if (mine === turn) await calculate(mine);
    if (mine === turn) draw();
  } catch (error) {
    if (mine !== turn) return;
    $("work-trouble").textContent = `This could not be calculated: ${error.message}. Try again.`;
    draw();
  }
  if (mine === turn) document.body.dataset.shown = write(state);
}

// need asks for what the state needs besides the table.
async function need() {
  if (state.q && names.length === 0) names = await aliases();
  if (state.axis.includes(":") && measured.length === 0) measured = (await solved()).rows;
}

async function calculate(mine) {
  let told = { costs: asServed, assumed: 0, trouble: "" };
  if (!calculator.isFirst) {
    $("work-words").textContent = calculator.words(state) + " · calculating …";
    told = await calculator.costs(models, state);
  }
  if (mine !== turn) return;
  for (const model of models) setWork(model, told.costs.get(model.id));
  const early = told.assumed > 0 ? `Nobody had read the prices of ${told.assumed} models so early; the earliest known are counted.` : "";
  $("work-trouble").textContent = told.trouble || early;
  $("work-words").textContent = calculator.words(state);
  $("this-work").textContent = `“This work” is: ${calculator.title}${calculator.isFirst ? "" : ", " + calculator.words(state)}.`;
}

// setWork writes what the work costs into the table.
function setWork(model, cost) {
  if (model.values.work === cost) return;
  model.values.work = cost;
  const cell = model.cells.work, link = document.createElement(cost.text ? "a" : "span");
  if (cost.text) {
    link.href = `${model.page}#work`;
    link.tabIndex = -1;
  } else {
    link.className = "gap";
  }
  link.title = cost.why ?? "";
  link.textContent = cost.text ? (cost.mark === "unstated" ? "≤" : "") + cost.text : "–";
  cell.classList.toggle("unstated", cost.mark === "unstated");
  cell.dataset.v = cost.value ?? "";
  cell.replaceChildren(link);
}

function draw() {
  shown = sorted(models.filter((m) => passes(m, state, finder(state.q, names))), state.sort);
  table.show(shown, models);
  table.mark(state.sort);
  table.hide(state.hide);
  table.choose(state.compare, models);
  const drawn = candidates(shown, state.axis, measured, state.guesses !== "no");
  const { below, bottom } = plot.draw(drawn, calculator.verdict);
  plot.choose(state.compare);
  $("missing").textContent = left(shown.length - drawn.length, below, bottom) +
    (calculator.judged ? "" : " Nobody is recommended for these numbers: the verdicts are about the kinds of work as they are, at today’s prices of the standard service.");
  drawAnswer();
  comparison($("comparison"), state.compare.map((id) => byId.get(id)).filter(Boolean), columns, () => change({ compare: [] }));
  count();
}

// drawAnswer shows whom to take for the chosen work, and what a month of it costs.
function drawAnswer() {
  const spent = limit(state.budget), count = tasks(state.times || usual) ?? tasks(usual);
  for (const answer of document.querySelectorAll(".answer")) {
    answer.hidden = answer.dataset.work !== calculator.work;
    if (answer.hidden) continue;
    monthly(answer, count, spent === undefined ? "" : String(spent), (id) => byId.get(id)?.name ?? id);
    answer.querySelector(".times").textContent = state.times || usual;
  }
}

// left says which models are not drawn.
function left(without, below, bottom) {
  const parts = [without > 0 && `${without} without a score or a cost`, below > 0 && `${below} with a score below ${bottom}`].filter(Boolean);
  return parts.length > 0 ? `Not drawn: ${parts.join(", ")}.` : "";
}

function count() {
  const left = state.q && gone(state.q, names), provisional = shown.filter(isProvisional).length;
  $("count").textContent = (shown.length === models.length ? `${models.length} models` : `${shown.length} of ${models.length} models`) +
    (provisional > 0 ? `, ${provisional} provisional` : "") +
    (left ? `; ${left.name} is no longer listed${left.successor ? ", its successor is " + (byId.get(left.successor)?.name ?? left.successor) : ""}` : "");
  $("reset").hidden = !isNarrowed(state);
}

// showControls puts the state into the filters and the chips.
function showControls() {
  const own = $("filters").elements;
  for (const name of ["q", "category", "takes", "context", "cost", "score", "state"]) if (own[name] !== document.activeElement || own[name].value !== state[name]) own[name].value = state[name];
  own.open.checked = state.open !== "";
  for (const box of own.provider) box.checked = state.provider.includes(box.value);
  for (const box of $("groups").elements) box.checked = !state.hide.includes(box.value);
  if ($("guesses")) $("guesses").checked = state.guesses !== "no";
  $("axis").value = state.axis;
  if ($("axis").selectedIndex < 0) $("axis").value = state.axis = beginning.axis;
}

$("filters").addEventListener("submit", (event) => event.preventDefault());
$("filters").addEventListener("input", ({ target }) => {
  if (["q", "cost", "score"].includes(target.name)) change({ [target.name]: target.value }, "replaceState");
});
$("filters").addEventListener("change", ({ target }) => {
  if (target.name === "provider") change({ provider: [...$("filters").elements.provider].filter((box) => box.checked).map((box) => box.value) });
  else if (target.name === "open") change({ open: target.checked ? "1" : "" });
  else change({ [target.name]: target.value });
});
$("reset").addEventListener("click", () => {
  const { q, provider, category, takes, context, cost, score, state, open } = beginning;
  change({ q, provider, category, takes, context, cost, score, state, open });
});
$("axis").addEventListener("change", () => change({ axis: $("axis").value }));
$("guesses")?.addEventListener("change", ({ target }) => change({ guesses: target.checked ? "" : "no" }));
$("groups").addEventListener("change", () => change({ hide: [...$("groups").elements].filter((box) => !box.checked).map((box) => box.value) }));

function take() {
  const seen = columns.filter((c) => !state.hide.includes(c.index)), format = $("format").value;
  return { format, text: written(format, shown, seen, { version: document.body.dataset.version, work: calculator.title }) };
}

$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(take().text);
    $("taken").textContent = `${shown.length} models copied`;
  } catch {
    $("taken").textContent = "The browser does not allow copying; download instead";
  }
});
$("download").addEventListener("click", () => {
  const { format, text } = take(), link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: types[format] + ";charset=utf-8" }));
  link.download = `coding-models.${format}`;
  link.click();
  URL.revokeObjectURL(link.href);
  $("taken").textContent = `${shown.length} models downloaded`;
});

// arrive takes the state from the address, and unfolds the controls that it sets.
function arrive() {
  if (!holdsState(location.hash)) return;
  state = parse(location.hash);
  const set = (...keys) => keys.some((key) => state[key] !== "");
  if (set("service", "day", "hour", "factor") || state.work === "own") $("numbers").open = true;
  if (set("category", "takes", "context", "cost", "score", "state", "open")) $("more-filters").open = true;
  show();
}

addEventListener("popstate", arrive);
addEventListener("hashchange", arrive);
warn($("overdue"), $("due"));
if (holdsState(location.hash)) arrive();
else show();
