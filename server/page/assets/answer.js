import { element, say } from "./element.js";
import { isCurrent, number } from "./models.js";
import { cost, monthly } from "./month.js";
import { amount } from "./number.js";

// The answer above the plot: the one of the server for a kind of work, and for numbers that nobody has judged what follows from
// price list and score.

export class Answer {
  constructor(place) {
    this.place = place;
    this.said = new Map([...place.children].map((answer) => [answer.dataset.work, answer]));
  }

  // show shows the answer for a kind of work; html is that of the server, where it has not been shown before.
  show(work, html) {
    if (!this.said.has(work)) this.said.set(work, new DOMParser().parseFromString(html, "text/html").body.firstElementChild ?? "");
    if (this.place.firstElementChild !== this.said.get(work)) this.place.replaceChildren(this.said.get(work));
  }

  // compute shows which models no other one beats by price list and score, the cheapest first. why is the reason for which there is no verdict.
  compute(models, count, why) {
    const rows = unbeaten(models).map((m, i, all) => element("tr", {},
      element("th", { scope: "row", class: "label" }, element("span", { class: "first-of" }, i === 0 ? "Cheapest" : i === all.length - 1 ? "Best" : "")),
      element("td", { class: "text" }, element("a", { class: "whom", href: m.page }, m.name)),
      element("td", { class: "number", "data-label": "A month" }, element("b", { class: "month" }, "≈$" + amount(cost(m.values.task.each, count)))),
      element("td", { class: "number", "data-label": "One task" }, m.values.task.text),
      element("td", { class: "number", "data-label": "Score" }, m.values.overallScore.text, element("span", { class: "id" }, `${Math.round(m.values.overallScore.low)}–${Math.round(m.values.overallScore.high)}`))));
    const head = element("tr", {}, element("th", { scope: "col", class: "text" }, "By price list"), element("td"),
      ...["Paid a month", "One task", "Score"].map((text) => element("th", { scope: "col" }, text)));
    const sheet = element("div", { class: "scroll", role: "region", "aria-label": "By price list", tabindex: 0 }, element("table", { class: "list" }, element("thead", {}, head), element("tbody", {}, ...rows)));
    this.place.replaceChildren(element("div", { class: "answer computed" }, rows.length > 0 ? sheet : "", element("p", { class: "note" },
      `${why} By price list and score, no other model that is still recommended is both cheaper and better than one of these.`)));
  }

  // months writes what a month costs, for as many tasks.
  months(count, times, limit, nameOf) {
    const answer = this.place.firstElementChild;
    if (!answer?.dataset.attempts) return;
    monthly(answer, count, limit, nameOf);
    say(answer.querySelector(".times"), times);
  }
}

const most = 6;

// unbeaten are the models that nobody beats by cost and score, of too many the cheapest, the best and those between with the largest steps.
function unbeaten(models) {
  const all = models.filter((m) => isCurrent(m) && m.values.overallScore.value && m.values.task.each)
    .sort((a, b) => number(a, "task") - number(b, "task") || number(b, "overallScore") - number(a, "overallScore"));
  const front = [];
  for (const m of all) if (front.length === 0 || number(m, "overallScore") > number(front.at(-1), "overallScore")) front.push(m);
  while (front.length > most) front.splice(smallestStep(front), 1);
  return front;
}

// smallestStep is the place of the model, neither first nor last, that does least better than the one before it.
function smallestStep(front) {
  let least = 1;
  for (let i = 2; i < front.length - 1; i++) if (step(front, i) < step(front, least)) least = i;
  return least;
}

const step = (front, i) => number(front[i], "overallScore") - number(front[i - 1], "overallScore");
