import { say } from "./element.js";
import { amount, exceeds, product } from "./number.js";

// What the chosen work costs in a month of so many tasks a day, and whom a limit leaves. Month.go says the same of the beginning.

const days = 30;

// usual is how many tasks a day the page begins with.
export const usual = "20";

// tasks are those of a month, of a text that says how many a day; undefined: it is no such number.
export function tasks(text) {
  return /^\d{1,6}$/.test(text) && Number(text) > 0 ? Number(text) * days : undefined;
}

// cost is what so many attempts cost, exactly.
export const cost = (attempt, count) => product(attempt, count);

// within are the picks that cost no more than the limit, in their order.
export const within = (picks, count, limit) => picks.filter((p) => !exceeds(cost(p.attempt, count), limit));

// monthly writes the months of an answer. limit is a text of dollars, "" for none; nameOf names a model.
export function monthly(answer, count, limit, nameOf) {
  for (const cell of answer.querySelectorAll("[data-each]")) {
    const month = cost(cell.dataset.each, count);
    say(cell, `≈$${amount(month)}`);
    cell.classList.toggle("over", cell.matches(".month") && limit !== "" && exceeds(month, limit));
  }
  const picks = answer.dataset.attempts.split(" ").map((said) => said.split("=")).map(([id, attempt]) => ({ id, attempt }));
  const left = within(picks, count, limit || "0").map(({ id }) => nameOf(id));
  const words = answer.querySelector(".within");
  words.hidden = limit === "";
  words.textContent = left.length > 0 ? `At most $${amount(limit || "0")} a month, of the recommended: ${left.join(", ")}.`
    : `None of the recommended costs at most $${amount(limit || "0")} a month.`;
}
