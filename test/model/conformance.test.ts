// The Quint model and the transitions in TypeScript are the same: traces of each are traces of the
// other, state by state.
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { actions, after, type Step, type World } from "./actions.ts";
import { actionNames } from "./explore.ts";
import { mutants } from "./mutants.ts";
import { modelPath, mutated, quintText, tracesOf } from "./quint.ts";
import { rules } from "./rules.ts";
import { initial, type State } from "./state.ts";
import { walk } from "./walk.ts";

/** The bound in `approvals.qnt`. */
const bound = { approvals: 2, calls: 3, queries: 2, crashes: 2, outages: 1 };
const world: World = { rules, bound };
const seed = 20_261_116;

describe("traces of the Quint model", { timeout: 60_000 }, () => {
  it("are traces of the transitions here, state by state, over every action", async () => {
    const traces = await tracesOf({ seed, samples: 150, steps: 50 }, 60);

    const taken = new Set<string>();
    for (const { states } of traces) {
      let state: State = initial(bound);
      expect(states[0]?.state).toEqual(state);
      for (const { name, picks, state: expected } of states.slice(1)) {
        if (name === "init") throw new Error("A trace begins once.");
        taken.add(name);
        const next = after(state, { name, picks }, world);
        if (next === undefined) throw new Error(`${name} is not enabled here.`);
        expect(next).toEqual(expected);
        state = next;
      }
    }
    expect(actionNames.filter((name) => !taken.has(name))).toEqual([]);
  });
});

describe("walks along the transitions here", { timeout: 60_000 }, () => {
  it("are runs of the Quint model and end in the same state, over every action", async () => {
    const model = await readFile(modelPath, "utf8");
    const walks = Array.from({ length: 40 }, (_, index) => walk(world, seed + index, 60));
    const runs = walks.map(({ steps, states }, index) => {
      const [last = initial(bound)] = states.slice(-1);
      const thens = steps.map((step) => `.then(${spelled(step)})`).join("");
      return `run walk${index}Test = init${thens}.expect(${described(last)})`;
    });
    const text = model.replace(/\}\s*$/, `${runs.join("\n")}\n}\n`);

    const { code, output } = await quintText("test", text, ["--max-samples=1"]);

    expect(output).toMatch(/40 passing/);
    expect(code).toBe(0);
    const taken = new Set(walks.flatMap(({ steps }) => steps.map(({ name }) => name)));
    expect(actionNames.filter((name) => !taken.has(name))).toEqual([]);
  });
});

describe("the rules", () => {
  it("are definitions of the Quint model, and every mutant changes one of them", async () => {
    const model = await readFile(modelPath, "utf8");
    const part = /--- guards and effects.*?\n(.*?)\/\/ --- /s.exec(model)?.[1] ?? "";
    const defined = [...part.matchAll(/pure def (\w+)/g)].map(([, name = ""]) => name);

    expect(defined.toSorted()).toEqual(Object.keys(rules).toSorted());
    for (const mutant of mutants) {
      expect(mutated(model, mutant)).not.toBe(model);
      expect(mutant.quint[0]).toMatch(new RegExp(`^${Object.keys(mutant.change).join()}\\b`));
    }
  });
});

function spelled({ name, picks }: Step): string {
  const args = actions[name].about.map((key) => String(picks[key]));
  return args.length === 0 ? name : `${name}(${args.join(", ")})`;
}

/** Returns the state as a Quint condition. */
function described({ now, crashes, outages, approvals, calls, queries }: State): string {
  const ofApprovals = approvals.map(
    (each, index) => `approvals.get(${index + 1}) == ${record(each)}`,
  );
  const ofCalls = calls.map((each, index) => `calls.get(${index + 1}) == ${record(each)}`);
  const ofQueries = queries.flatMap((place, at) =>
    place.map((each, index) => `queries.get(${at}).get(${index + 1}) == "${each}"`),
  );
  const counts = [`now == ${now}`, `crashes == ${crashes}`, `outages == ${outages}`];
  return `and { ${[...counts, ...ofApprovals, ...ofCalls, ...ofQueries].join(", ")} }`;
}

function record(fields: object): string {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `{ ${pairs.join(", ")} }`;
}
