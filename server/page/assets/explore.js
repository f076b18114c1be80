// The explorer: what makes the page at / answer. The page that the server wrote is where everything is read from; what it does not
// have is asked for when it is needed. The state is in the fragment of the address, so that a view can be shared and the back button works.

import { Answer } from "./answer.js";
import { boardOf, candidates, unmeasured } from "./axis.js";
import { Calculator } from "./calculator.js";
import { aliases } from "./documents.js";
import { element, say } from "./element.js";
import { limit, passes } from "./filter.js";
import { warn } from "./freshness.js";
import { isProvisional, readModels } from "./models.js";
import { cost, tasks, usual } from "./month.js";
import { amount, exceeds } from "./number.js";
import { sorted } from "./order.js";
import { Plot } from "./plot.js";
import { finder, gone } from "./search.js";
import { asksFor, beginning, holdsState, isNarrowed, parse, write } from "./state.js";
import { Table } from "./table.js";

const $ = (id) => document.getElementById(id);

const models = readModels($("table"));
const byId = new Map(models.map((m) => [m.id, m]));
const basic = [...$("table").tHead.querySelectorAll("[data-key]")].map((th) => th.dataset.key);
const compared = basic.slice(1, 4).map((key) => ({ key, label: headOf(key).textContent, what: headOf(key).title, group: "This work" }));
const firstTasks = new Map(models.map((m) => [m.id, { ...m.values.task, each: m.values.month.value }]));
const axes = [...$("axis").options].map((option) => option.value);
const points = { [axes[0]]: JSON.parse($("measured").textContent) };
let state = { ...beginning }, names = [], more, shown = models, turn = 0, drawn = "", spread = "", most = "", ticked, typing;

function headOf(key) {
  return $("table").tHead.querySelector(`[data-key="${key}"]`);
}

const plot = new Plot($("plot"), { point: highlight });
const table = new Table($("table"), { sort: (sort) => change({ sort }), point: (id) => plot.choose([...state.compare, id]), choose });
const answer = new Answer($("answers"));
const calculator = new Calculator($("work"), (said, isTyping) => change(said, isTyping));

function highlight(id) {
  for (const { row } of models) if (row.classList.contains("pointed") !== (row.id === id)) row.classList.toggle("pointed");
}

const mostCompared = 4;

function choose(id, chosen) {
  if (!chosen) return change({ compare: state.compare.filter((other) => other !== id) });
  if (state.compare.length < mostCompared) return change({ compare: [...state.compare, id] });
  table.choose(state.compare, models);
  $("comparison").querySelector(".full").textContent = `A comparison takes ${mostCompared}. Leave one out before you choose ${byId.get(id).name}.`;
}

// change moves to another state, which the address and the back button know. While somebody types the address only follows.
function change(changed, isTyping) {
  state = { ...state, ...changed };
  const fragment = write(state);
  if (fragment !== location.hash) history[isTyping ? "replaceState" : "pushState"](null, "", fragment || location.pathname + location.search);
  return show(isTyping);
}

// show brings the page to the state. What has to be asked for first may come when the state has moved on.
async function show(isTyping) {
  const mine = ++turn;
  showControls();
  calculator.show(state);
  let trouble = "";
  try {
    if (await need(() => mine === turn)) trouble = await calculate(() => mine === turn);
  } catch (error) {
    trouble = `This could not be shown: ${error.message}. Try again.`;
  }
  if (mine !== turn) return;
  $("work-trouble").textContent = trouble;
  draw();
  clearTimeout(typing);
  typing = setTimeout(() => mine === turn && finish(), isTyping ? pause : 0);
}

// pause is for how many milliseconds nobody has typed when picture and months below the fold are drawn again.
const pause = 120;

// finish draws what takes longer than a keystroke may.
function finish() {
  writeMonths();
  drawPlot();
  document.body.dataset.shown = write(state);
}

const axisOf = () => (axes.includes(state.axis) ? state.axis : axes[0]);

// need asks for what the state needs besides the page. It returns whether the state still stands.
async function need(stands) {
  if (state.q && names.length === 0) names = await aliases();
  const board = boardOf(axisOf());
  if (!more && (asksFor(state, basic) || (calculator.judged && !calculator.isFirst) || (board ? !points[axisOf()] : axisOf() !== "work"))) {
    await load();
  }
  return stands();
}

async function load() {
  more = await (await import("./further.js")).further(models);
  for (const [id, all] of Object.entries(more.boards)) points[`solved:${id}`] = all;
}

// calculate puts what the work costs into models and table. It returns what is wrong with the question.
async function calculate(stands) {
  const wantsList = more || !calculator.judged || axisOf() === "work";
  let told = { costs: firstTasks, assumed: 0, trouble: "" };
  if (wantsList) told = await (await import("./listed.js")).listed(models, calculator.usage, state);
  if (!stands()) return "";
  const judged = calculator.isFirst ? firstTasks : more && calculator.work ? new Map(Object.entries(more.works[calculator.work].costs)) : told.costs;
  for (const model of models) {
    if (wantsList) model.values.work = told.costs.get(model.id);
    setTask(model, { text: "", ...judged.get(model.id) });
  }
  if (!calculator.judged) answer.compute(models, count(), calculator.own ? measuredNowhere : listedOnly);
  else answer.show(calculator.work, more?.works[calculator.work].answer);
  sayWork();
  const miscounted = state.times && tasks(state.times) === undefined ? `Times a day has to be a whole number from 1; ${usual} are counted.` : "";
  return told.trouble || miscounted || (told.assumed > 0 ? `Nobody had read the prices of ${told.assumed} models so early; the earliest known are counted.` : "");
}

// Why there is no verdict.
const measuredNowhere = "Nobody is recommended for these numbers: no board has measured them.";
const listedOnly = "Verdicts are for today’s prices of the standard service. On other terms only the price list is known, with the tokens that are assumed above instead of " +
  "those that boards measured: do not compare these months with those of today.";

// count is how many tasks a month has.
const count = () => tasks(state.times || usual) ?? tasks(usual);

// setTask writes what a task costs into the table, and what a month does.
function setTask(model, task) {
  if (model.values.task === task) return;
  model.values.task = task;
  const link = task.text ? element("a", { href: `${model.page}#work`, tabindex: -1, title: task.why || undefined }, (task.mark === "unstated" ? "≤" : "") + task.text)
    : element("span", { class: "gap", title: task.why || undefined }, "–");
  model.cells.task.dataset.v = task.value ?? "";
  model.cells.task.classList.toggle("unstated", task.mark === "unstated");
  model.cells.task.replaceChildren(link, ...(task.board ? [" ", element("small", { class: "board" }, task.board)] : []));
}

// setMonths counts the months, and writes those of the answer.
function setMonths() {
  const spent = limit(state.budget);
  most = spent === undefined ? "" : String(spent);
  for (const { values } of models) {
    const { each, board } = values.task, month = each && cost(each, count());
    values.month = { value: month, text: month ? "≈$" + amount(month) : "", low: month, high: month, why: "", board };
  }
  answer.months(count(), state.times || usual, most, (id) => byId.get(id)?.name ?? id);
}

// writeMonths writes the months into the table, those over the limit struck out.
function writeMonths() {
  for (const { values: { month }, cells } of models) {
    const text = month.text || "–";
    say(cells.month, text);
    cells.month.dataset.v = month.value ?? "";
    cells.month.classList.toggle("over", most !== "" && Boolean(month.value) && exceeds(month.value, most));
  }
}

function sayWork() {
  const words = calculator.judged ? "" : calculator.words(state);
  say($("work-words"), words);
  $("work-words").hidden = words === "";
  const measured = $("answers").querySelector("[data-label=Solves]");
  say(headOf("task").querySelector("button"), measured ? "A finished task" : "One task, price list");
  say(headOf("month").querySelector("button"), measured ? "A month" : "A month, price list");
  say($("this-work"), calculator.isFirst ? thisWork : `Costs are of: ${calculator.title}${words ? ", " + words : ""}.`);
}

const thisWork = $("this-work").textContent;

function draw() {
  setMonths();
  extend();
  const named = finder(state.q, names);
  shown = sorted(models.filter((m) => passes(m, state, named)), state.sort);
  table.show(shown, models);
  table.mark(state.sort);
  if (ticked !== state.compare.join()) table.choose(state.compare, models);
  ticked = state.compare.join();
  compare();
  sayCount();
}

// extend puts the columns into the table that are asked for.
async function extend() {
  const wanted = state.show.join() + (state.show.length > 0 ? write({ ...beginning, ...calculator.usage }) + models[0].values.work?.value : "");
  if (!more || wanted === spread) return;
  spread = wanted;
  const columns = state.show.flatMap((i) => more.groups[i]?.columns ?? []), { cell, headings } = await import("./further.js");
  table.extend(headings(columns), models, (m) => columns.map(({ key }) => cell(m, key)));
  table.mark(state.sort);
}

async function compare() {
  const place = $("comparison"), chosen = state.compare.map((id) => byId.get(id)).filter(Boolean);
  place.hidden = chosen.length === 0;
  if (chosen.length === 0 || !more) return;
  const columns = [...compared, ...more.groups.flatMap(({ name, columns }) => columns.map((c) => ({ ...c, group: name })))];
  (await import("./compare.js")).comparison(place, chosen, columns, () => change({ compare: [] }));
}

// drawPlot draws the picture, where anything of it has changed.
function drawPlot() {
  const axis = axisOf(), best = axis === "work" ? calculator.verdict.best : [];
  const all = candidates(shown, axis, points[axis] ?? []).map((c) => ({ ...c, front: c.front || best.includes(c.id) }));
  const now = JSON.stringify([axis, calculator.work, all.map((c) => [c.id, c.cost])]);
  if (now === drawn) return plot.choose(state.compare);
  drawn = now;
  const { below, bottom } = plot.draw(all, calculator.verdict.picks), board = boardOf(axis), name = $("axis").selectedOptions[0].textContent.split(":")[0];
  plot.choose(state.compare);
  $("plot-title").textContent = board ? `Share solved on ${name}, %, against cost` : "Score against cost";
  $("plot-x").textContent = board ? "$ per solved task, today (log scale)" : axis === "work" ? "$ for this work, by price list (log scale)" : "$ per million tokens (log scale)";
  rail(board, all);
  $("missing").textContent = [all.length === 0 && "Nothing to draw: of the models in the table, none was measured here.", below > 0 && `${below} below ${bottom} are not drawn.`, !board && "Bars are where the score lies with a probability of 90 %.",
    !calculator.judged && "Nobody is recommended for these numbers: verdicts are about the kinds of work as they are, at today’s prices of the standard service."].filter(Boolean).join(" ");
}

// rail lists the current models that the board has not measured.
function rail(board, all) {
  const { shown: left, more: others } = unmeasured(shown, all);
  $("rail").hidden = !board || left.length === 0;
  $("rail").replaceChildren(element("h3", {}, "Not measured here: score, and its range"), ...left.map((m) => element("p", {},
    element("a", { href: m.page, class: m.maker }, m.name), element("small", {}, ` ${isProvisional(m) ? "≈" : ""}${m.values.overallScore.text}, ${Math.round(m.values.overallScore.low)}–${Math.round(m.values.overallScore.high)}`))),
    others > 0 ? element("p", {}, element("small", {}, `and ${others} more, in the table`)) : "");
}

function sayCount() {
  const left = state.q && gone(state.q, names), provisional = shown.filter(isProvisional).length;
  $("count").textContent = (shown.length === models.length ? `${models.length} models` : `${shown.length} of ${models.length} models`) +
    (provisional > 0 ? `, ${provisional} provisional` : "") +
    (left ? `; ${left.name} is no longer listed${left.successor ? ", its successor is " + (byId.get(left.successor)?.name ?? left.successor) : ""}` : "");
  $("reset").hidden = !isNarrowed(state);
  $("none").hidden = shown.length > 0;
}

// showControls puts the state into the filters and the chips.
function showControls() {
  const own = $("filters").elements;
  for (const name of ["q", "category", "takes", "context", "cost", "score", "state"]) if (own[name].value !== state[name]) own[name].value = state[name];
  own.open.checked = state.open !== "";
  for (const box of own.provider) box.checked = state.provider.includes(box.value);
  for (const box of $("groups").elements) box.checked = state.show.includes(box.value);
  if ($("axis").value !== axisOf()) $("axis").value = axisOf();
}

$("filters").addEventListener("submit", (event) => event.preventDefault());
$("filters").addEventListener("input", ({ target }) => {
  if (["q", "cost", "score"].includes(target.name)) change({ [target.name]: target.value }, true);
});
$("filters").addEventListener("change", ({ target }) => {
  if (target.name === "provider") change({ provider: [...$("filters").elements.provider].filter((box) => box.checked).map((box) => box.value) });
  else if (target.name === "open") change({ open: target.checked ? "1" : "" });
  else change({ [target.name]: target.value });
});
$("reset").addEventListener("click", showAll);
$("all").addEventListener("click", (event) => {
  event.preventDefault();
  showAll();
});

function showAll() {
  const { q, provider, category, takes, context, cost, score, state, open } = beginning;
  change({ q, provider, category, takes, context, cost, score, state, open });
}
$("axis").addEventListener("change", () => change({ axis: $("axis").value === axes[0] ? "" : $("axis").value }));
$("groups").addEventListener("change", () => change({ show: [...$("groups").elements].filter((box) => box.checked).map((box) => box.value) }));

async function take() {
  const format = $("format").value, { types, written } = await import("./take.js");
  if (!more) {
    await load();
    await calculate(() => true);
  }
  const columns = [...basic.slice(1).map((key) => ({ key, label: headOf(key).textContent })), ...more.groups.flatMap((g) => g.columns)].filter(({ key }) => key !== "price");
  return { format, type: types[format], text: written(format, shown, columns, { version: document.body.dataset.version, work: calculator.title }) };
}

$("copy").addEventListener("click", async () => {
  const { text } = await take();
  try {
    await navigator.clipboard.writeText(text);
    $("taken").textContent = `${shown.length} models copied`;
  } catch {
    $("taken").textContent = "The browser does not allow copying; download instead";
  }
});
$("download").addEventListener("click", async () => {
  const { format, type, text } = await take(), link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: type + ";charset=utf-8" }));
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
  if (set("category", "takes", "context", "cost", "score", "state")) $("more-filters").open = true;
  show();
}

addEventListener("popstate", arrive);
addEventListener("hashchange", arrive);
warn($("overdue"), $("due"));
if (holdsState(location.hash)) arrive();
else show();
