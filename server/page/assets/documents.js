// The documents of the API, each asked for once and only when it is needed.

import { documentAt } from "./place.js";

const asked = new Map();

// fetched is a document. A failure is told once and can be tried again.
export function fetched(address) {
  if (!asked.has(address)) {
    const answer = ask(address);
    asked.set(address, answer);
    answer.catch(() => asked.delete(address));
  }
  return asked.get(address);
}

async function ask(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer.json();
}

export const tariffs = async () => new Map((await fetched(documentAt("api/tariffs.json"))).tools.map((t) => [t.id, t]));
export const aliases = async () => (await fetched(documentAt("api/aliases.json"))).aliases;
export const solved = () => fetched(documentAt("api/solved.json"));
export const history = (id) => fetched(documentAt(`api/prices/${encodeURIComponent(id)}.json`));
