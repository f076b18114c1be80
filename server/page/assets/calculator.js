import { usual } from "./month.js";
import { grouped } from "./number.js";
import { fields, usage } from "./usage.js";

// The form that says what work is asked about. What that costs by price list computes listed.js.

export class Calculator {
  // change is called with what of the state the form says, and whether somebody is still typing.
  constructor(form, change) {
    this.form = form;
    const { hour } = form.elements;
    for (let h = 0; h < 24; h++) hour.append(new Option(`${String(h).padStart(2, "0")}:00`, h));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", ({ target }) => target.matches("select") || change(this.#said(target), true));
    form.addEventListener("change", ({ target }) => change(this.#said(target), false));
    form.elements.preset.querySelector(":checked").defaultSelected = true;
    this.first = form.elements.preset.value;
  }

  // #said is what of the state the form holds. Another kind of work brings its own numbers.
  #said(changed) {
    const own = this.form.elements;
    const said = { service: own.service.value, day: own.day.value, hour: own.hour.value, factor: own.factor.value.trim() };
    said.times = own.times.value === usual ? "" : own.times.value;
    said.budget = own.budget.value.trim();
    const brought = changed.name === "preset" && own.preset.value !== "own";
    said.work = own.preset.value === this.first ? "" : own.preset.value;
    for (const field of fields) said[field] = brought ? "" : own[field].value;
    if (!brought && fields.some((f) => own[f].value !== this.preset[f])) said.work = "own";
    else for (const field of fields) said[field] = "";
    return said;
  }

  // show puts a state into the form, but for the field that somebody types into.
  show(state) {
    const own = this.form.elements, options = [...own.preset.options];
    const preset = options.some((o) => o.value === state.work) ? state.work : this.first;
    if (own.preset.value !== preset) own.preset.value = preset;
    const chosen = own.preset.selectedOptions[0];
    this.preset = { ...(chosen.value === "own" ? options.find((o) => o.value === this.first) : chosen).dataset };
    const asJudged = ["service", "day", "hour", "factor"].every((f) => !state[f]);
    this.own = chosen.value === "own";
    this.judged = asJudged && !this.own; // of the reader's own numbers, other services and other days there is no verdict
    this.work = this.judged ? chosen.value : ""; // that there is a verdict on
    this.verdict = Object.fromEntries(["best", "picks"].map((list) => [list, this.judged ? chosen.dataset[list].split(" ") : []]));
    this.isFirst = this.judged && chosen.value === this.first;
    const put = (field, text) => {
      if (own[field].value !== text && (own[field] !== document.activeElement || own[field].type === "date")) own[field].value = text;
    };
    for (const field of fields) put(field, state[field] || this.preset[field]);
    for (const field of ["service", "day", "hour", "factor", "budget"]) put(field, state[field]);
    put("times", state.times || usual);
    this.usage = usage(state, this.preset, this.form.dataset.at);
    const title = this.own ? "my own numbers" : chosen.textContent.trim();
    this.title = title.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());
  }

  // words say what is calculated.
  words(state) {
    const { quantities: q, requests } = this.usage, count = (n) => grouped(n || 0);
    const parts = [`${count(q.input + q.cacheRead + q.cacheWrite)} prompt tokens`];
    const cached = [q.cacheRead && `${count(q.cacheRead)} read from the cache`, q.cacheWrite && `${count(q.cacheWrite)} written to it`].filter(Boolean);
    if (cached.length > 0) parts[0] += ` (${cached.join(", ")})`;
    parts.push(`${count(q.output)} answer tokens`, `${count(requests)} request${requests === 1 ? "" : "s"}`);
    parts.push(`${state.service || "standard"} service`, `prices of ${this.usage.at.slice(0, 10)}`);
    if (state.hour !== "") parts.push(`${state.hour.padStart(2, "0")}:00 UTC`);
    if (state.factor) parts.push(`times ${state.factor}`);
    return parts.join(" · ");
  }
}
