// What of the explorer is chosen, and the fragment of the address that says so: #q=opus&sort=-releaseDate. Only what
// differs from the beginning is written, so that a shared view stays short.

export const beginning = Object.freeze({
  q: "", provider: [], category: "", takes: "", context: "", cost: "", score: "", state: "", open: "",
  sort: "-overallScore", show: [], axis: "", compare: [],
  work: "", input: "", read: "", write: "", output: "", requests: "", service: "", day: "", hour: "", factor: "", times: "", budget: "",
});

const longest = 100;

// holdsState tells a fragment of ours from one that leads to a place on the page.
export function holdsState(fragment) {
  return fragment === "" || fragment === "#" || fragment.includes("=");
}

// parse reads a fragment. What it does not know it leaves out.
export function parse(fragment) {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  const state = { ...beginning };
  for (const key of Object.keys(beginning)) {
    if (!said.has(key)) continue;
    const all = said.getAll(key).map((text) => text.slice(0, longest)).filter(Boolean);
    state[key] = Array.isArray(beginning[key]) ? [...new Set(all)] : (all[0] ?? "");
  }
  return state;
}

// write is the fragment of a state, "" of the beginning.
export function write(state) {
  const said = new URLSearchParams();
  for (const [key, first] of Object.entries(beginning)) {
    const value = state[key];
    if (Array.isArray(first)) value.forEach((text) => said.append(key, text));
    else if (value !== first) said.set(key, value);
  }
  const text = said.toString();
  return text ? "#" + text : "";
}

// asksFor reports whether a state needs more than the page has at first. The columns that it has are basic.
export function asksFor(state, basic) {
  return [state.category, state.takes, state.context, ...state.show, ...state.compare].some(Boolean) || !basic.includes(state.sort.replace(/^-/, ""));
}

// isNarrowed reports whether anything is filtered out.
export function isNarrowed(state) {
  return ["q", "category", "takes", "context", "cost", "score", "state", "open"].some((key) => state[key] !== "") || state.provider.length > 0;
}
