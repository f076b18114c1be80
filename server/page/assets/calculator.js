import { dearest } from "./dearest.js";
import { history, tariffs } from "./documents.js";
import { at } from "./history.js";
import { usual } from "./month.js";
import { amount, grouped } from "./number.js";
import { price, Problems } from "./tariff.js";
import { aboutTheQuestion, fields, reason, usage } from "./usage.js";

// The calculator: what the chosen work costs with every model. It computes with tariff.js, exactly.

export class Calculator {
  constructor(form, change) {
    this.form = form;
    const { hour, day } = form.elements;
    for (let h = 0; h < 24; h++) hour.append(new Option(`${String(h).padStart(2, "0")}:00`, h));
    day.max = form.dataset.at.slice(0, 10);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", (event) => change(this.#said(event.target)));
    form.elements.preset.querySelector(":checked").defaultSelected = true;
  }

  // #said is what of the state the form holds. Another kind of work brings its own numbers.
  #said(changed) {
    const own = this.form.elements, first = [...own.preset.options].find((o) => o.defaultSelected).value;
    const said = { service: own.service.value, day: own.day.value, hour: own.hour.value, factor: own.factor.value.trim() };
    said.times = own.times.value === usual ? "" : own.times.value;
    said.budget = own.budget.value.trim();
    const brought = changed.name === "preset" && own.preset.value !== "own";
    said.work = own.preset.value === first ? "" : own.preset.value;
    for (const field of fields) said[field] = brought ? "" : own[field].value;
    if (!brought && fields.some((f) => own[f].value !== this.preset[f])) said.work = "own";
    else for (const field of fields) said[field] = "";
    return said;
  }

  // show puts a state into the form.
  show(state) {
    const own = this.form.elements, options = [...own.preset.options];
    const first = options.find((o) => o.defaultSelected);
    own.preset.value = options.some((o) => o.value === state.work) ? state.work : first.value;
    const chosen = own.preset.selectedOptions[0];
    this.preset = { ...(chosen.value === "own" ? first : chosen).dataset };
    const asJudged = ["service", "day", "hour", "factor"].every((f) => !state[f]);
    this.judged = asJudged && chosen.value !== "own"; // of the reader's own numbers, other services and other days there is no verdict
    this.work = this.judged ? chosen.value : ""; // that there is a verdict on
    this.verdict = Object.fromEntries(["best", "picks"].map((list) => [list, this.judged ? chosen.dataset[list].split(" ") : []]));
    this.isFirst = chosen === first && asJudged;
    for (const field of fields) own[field].value = state[field] || this.preset[field];
    for (const field of ["service", "day", "hour", "factor", "times", "budget"]) own[field].value = state[field];
    this.usage = usage(state, this.preset, this.form.dataset.at);
    const title = chosen.value === "own" ? "my own numbers" : chosen.textContent.trim();
    this.title = title.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());
  }

  // costs are {value, text, low, high, mark, why} by model, as in models.js, and assumed: models whose price then is not
  // known, so that the earliest known is counted.
  async costs(models, state) {
    const ofModel = await this.#tariffs(models, state), costs = new Map();
    let assumed = 0, trouble = "";
    for (const { id } of models) {
      const known = ofModel.get(id);
      assumed += known?.assumed > 0;
      costs.set(id, known ? this.#cost(known.tariff, state, (text) => (trouble = text)) : { text: "", why: "nothing is known of its prices" });
    }
    return { costs, assumed, trouble };
  }

  async #tariffs(models, { day }) {
    if (!day) return new Map([...(await tariffs())].map(([id, tariff]) => [id, { tariff, assumed: 0 }]));
    const all = await Promise.all(models.map(async ({ id }) => [id, at(await history(id), this.usage.at)]));
    return new Map(all.filter(([, known]) => known));
  }

  #cost(tariff, { hour }, complain) {
    try {
      const { low, high } = hour === "" ? dearest(tariff, this.usage) : price(tariff, this.usage);
      if (low === high) return { value: low, text: amount(low), low, high };
      return { value: high, text: amount(high), low, high, mark: "unstated", why: `nobody states the price of the cache; between ${amount(low)} and ${amount(high)}` };
    } catch (error) {
      if (!(error instanceof Problems)) throw error;
      if (aboutTheQuestion(error.problems)) complain(reason(error.problems));
      return { text: "", why: reason(error.problems) };
    }
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
