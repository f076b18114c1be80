// The documents of the API, each asked for once and only when it is needed.

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

// The folder of the site, under whatever path it is.
const root = new URL("../../", import.meta.url);

async function ask(address) {
  const answer = await fetch(new URL(address, root));
  if (!answer.ok) throw new Error(`/${address} answers ${answer.status}`);
  return answer.json();
}

export const tariffs = async () => new Map((await fetched("api/tariffs.json")).tools.map((t) => [t.id, t]));
export const aliases = async () => (await fetched("api/aliases.json")).aliases;
export const solved = () => fetched("api/solved.json");
export const history = (id) => fetched(`api/prices/${encodeURIComponent(id)}.json`);
