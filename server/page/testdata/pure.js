// Tests of the modules that touch no page. It ends with an error when one fails.
import assert from "node:assert/strict";
import { candidates, unmeasured } from "./axis.js";
import { told } from "./compare.js";
import { cellOf, fanned, named } from "./layout.js";
import { limit, passes } from "./filter.js";
import { overdue } from "./freshness.js";
import { isProvisional } from "./models.js";
import { sorted } from "./order.js";
import { finder, gone } from "./search.js";
import { beginning, holdsState, isNarrowed, parse, write } from "./state.js";
import { written } from "./take.js";

// The state survives its fragment, and what nobody knows is left out.
const state = { ...beginning, q: "a&b=c #1", provider: ["Z.ai", "Moonshot AI"], sort: "name", compare: ["x", "y"], factor: "0.85" };
assert.deepEqual(parse(write(state)), state);
assert.equal(write(beginning), "");
assert.deepEqual(parse("#nobody=knows&q=" + "x".repeat(500)), { ...beginning, q: "x".repeat(100) });
assert.ok(holdsState("") && holdsState("#q=1") && !holdsState("#sources"));
assert.ok(isNarrowed(state) && !isNarrowed({ ...beginning, sort: "name" }));

// A gap comes last, whichever way round; equal models keep their order.
const model = (id, values, more = {}) => ({ id, name: id, provider: "P", states: [], categories: [], takes: [], values, ...more });
const value = (v, more = {}) => ({ value: v, text: v ?? "", low: v, high: v, why: "", ...more });
const priced = [["b", "2"], ["gap"], ["a", "1e-3"], ["c", "2"]].map(([id, cost]) => model(id, { work: value(cost), task: value(cost) }));
assert.deepEqual(sorted(priced, "work").map((m) => m.id), ["a", "b", "c", "gap"]);
assert.deepEqual(sorted(priced, "-work").map((m) => m.id), ["b", "c", "a", "gap"]);
assert.deepEqual(sorted([model("GPT-10", {}), model("gpt-9", {})], "name").map((m) => m.id), ["gpt-9", "GPT-10"]);

// Filters: what nobody has published reaches no limit.
assert.deepEqual(["1", " $1,5 ", "x", "-1", ""].map(limit), [1, 1.5, undefined, undefined, undefined]);
const through = (changed) => priced.filter((m) => passes(m, { ...beginning, ...changed }, () => true)).map((m) => m.id);
assert.deepEqual(through({ cost: "1" }), ["a"]);
assert.deepEqual(through({ score: "1" }), []);
assert.deepEqual(through({ provider: ["Q"] }), []);

// A provisional score sorts and filters like any other; a gap does neither.
const rated = ["a", "b", "c"].map((id, i) => model(id, { overallScore: [value("70"), value(undefined, { guess: "75.5" }), value(undefined)][i] }));
assert.deepEqual(sorted(rated, "-overallScore").map((m) => m.id), ["b", "a", "c"]);
assert.deepEqual(rated.filter((m) => passes(m, { ...beginning, score: "75" }, () => true)).map((m) => m.id), ["b"]);
assert.deepEqual(rated.map(isProvisional), [false, true, false]);

// Search finds any spelling, and says when a name is of a model that is gone.
const aliases = [{ name: "openai/gpt-5.6-sol-20260709", tool: "sol" }, { name: "Claude 4.5 Opus", tool: "old", withdrawn: "2026", successor: "new" }];
const sol = model("sol", {}, { name: "GPT-5.6 Sol", provider: "OpenAI" });
for (const query of ["gpt 5.6", "GPT5.6SOL", "20260709", "sol openai", ""]) assert.ok(finder(query, aliases)(sol), query);
for (const query of ["gpt-5.7", "opus", "<script>alert(1)"]) assert.ok(!finder(query, aliases)(sol), query);
assert.equal(gone("claude-4.5-opus", aliases).successor, "new");

// A board draws the share that it measured against the cost of a solved task; a price draws the score. What cannot be drawn is on the rail,
// unless it is superseded.
const scored = model("m", { work: value("1"), overallScore: value("70", { low: "69", high: "71" }) }, { maker: "m0" });
const points = [{ id: "m", share: 0.5, attempt: 1, solved: 2, low: 1.5, high: 2.5, front: true }, { id: "hidden", share: 1, attempt: 1, solved: 1, low: 1, high: 1 }];
assert.deepEqual(candidates([scored], "solved:b", points).map((c) => [c.costLow, c.cost, c.costHigh, c.score, c.front]), [[1.5, 2, 2.5, 50, true]]);
for (const [then, says] of [[false, "today"], [true, "the run"]]) assert.ok(candidates([scored], "solved:b", [{ ...points[0], then }])[0].lines[2].includes(says));
assert.deepEqual(candidates([scored], "work", []).map((c) => [c.cost, c.score, c.low]), [[1, 70, 69]]);
assert.deepEqual(candidates([scored], "pricing.input", []), []);
const guess = (id, states = []) => model(id, { work: value("1"), overallScore: { guess: "80", text: "80", low: "60", high: "90" } }, { maker: "m1", states });
assert.ok(candidates([guess("u")], "work", [])[0].guessed);
assert.deepEqual(unmeasured([scored, guess("u"), guess("old", ["superseded"])], candidates([scored], "solved:b", points)).shown.map((m) => m.id), ["u"]);

// Costs of another board come after those that can be compared, and gaps last.
const apart = [model("far", { task: value("1", { board: "X" }) }), model("gap", { task: value(undefined) }), model("near", { task: value("9") })];
for (const sort of ["task", "-task"]) assert.deepEqual(sorted(apart, sort).map((m) => m.id), ["near", "far", "gap"]);

// Overlapping scores are not told apart.
assert.match(told([scored, model("n", { work: value("2"), overallScore: value("70.5", { low: "70", high: "71" }) })]).join(" "), /do not tell m and n apart.*m costs least.*n 2\.0 times/);

// On the plot equal points fan out, a cell ends halfway to the next point, and no name lies on a dot, a name or the edge.
const fan = fanned([{ x: 50, y: 50 }, { x: 50, y: 52 }, { x: 90, y: 50 }]);
assert.deepEqual(fan.map((p) => p.dx), [-6, 6, 0]);
const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
for (const point of fan) for (const corner of cellOf(point, fan, 24)) assert.ok(fan.every((other) => far(corner, point) < far(corner, other) + 1e-6));
const room = named([{ x: 50, y: 50, width: 60 }, { x: 52, y: 51, width: 60 }, { x: 54, y: 50, width: 60 }, { x: 56, y: 51, width: 60 }], [], { width: 100, height: 100 });
assert.deepEqual(room.map((place) => place?.dy), [-11, 20, undefined, undefined]);

// What is taken away: quotes, formulas and bars are harmless, gaps stay gaps.
const taken = [model("x", { work: value("0.10"), state: value("1", { text: 'a "b", c|d' }) }, { name: "=1+1" }), model("y", { work: value(undefined), state: value(undefined) })];
const columns = [{ key: "work", label: "Work" }, { key: "state", label: "State" }], about = { version: "v", work: "w" };
assert.equal(written("csv", taken, columns, about), 'id,name,provider,work,state\r\nx,\'=1+1,P,0.10,"a ""b"", c|d"\r\ny,y,P,,\r\n');
assert.deepEqual(JSON.parse(written("json", taken, columns, about)).models.map((m) => [m.name, m.work]), [["=1+1", 0.1], ["y", null]]);
assert.match(written("md", taken, columns, about), /\| =1\+1 \| P \| 0\.10 \| a "b", c\\\|d \|/);
assert.equal(written("csv", rated.slice(0, 2), [{ key: "overallScore", label: "Overall" }], about).split("\r\n").slice(0, 3).join(" "), "id,name,provider,overallScore,provisionalScore a,a,P,70, b,b,P,,75.5");

// Data are overdue from a whole day on.
const due = "2026-10-22T00:00:00.000Z";
assert.deepEqual([overdue(due, Date.parse("2026-10-22T23:00:00Z")), overdue(due, Date.parse("2026-11-22T00:00:00Z"))], [0, 31]);

// A month and its limit.
{
  const { exceeds } = await import("./number.js"), { tasks, within } = await import("./month.js");
  const picks = [{ id: "a", attempt: "0.5" }, { id: "b", attempt: "0.05" }, { id: "c", attempt: "0.0500001" }];
  const left = within(picks, tasks("20"), "30").map((p) => p.id).join();
  if (left !== "b") throw new Error(`a limit of 30 leaves ${left}`);
  for (const text of ["", "0", "-1", "1.5", "x", "10000000"]) if (tasks(text) !== undefined) throw new Error(`${text} is a number of tasks`);
  if (exceeds("1.10", "1.1") || !exceeds("1.11", "1.1") || exceeds("5e-7", "0.000001")) throw new Error("exceeds");
}
