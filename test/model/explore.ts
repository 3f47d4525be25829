import { type ActionName, actions, after, type Picks, type Step, type World } from "./actions.ts";
import { brokenIn, type InvariantName } from "./invariants.ts";
import { keyOf } from "./key.ts";
import { type Bound, initial, type State } from "./state.ts";

export interface Violation {
  readonly broken: readonly InvariantName[];
  /** The shortest way to it. */
  readonly steps: readonly Step[];
}

export interface Exploration {
  readonly states: number;
  /** How often each action was taken. */
  readonly taken: Readonly<Record<ActionName, number>>;
  /** Undefined if every state keeps every promise. */
  readonly violation?: Violation;
}

interface Node {
  readonly state: State;
  readonly step?: Step;
  readonly from?: Node;
}

/** Visits every state within the bound, nearest first. Stops at the first broken promise. */
export function explore(world: World): Exploration {
  const steps = stepsOf(world.bound);
  const first: Node = { state: initial(world.bound) };
  const seen = new Set([keyOf(first.state)]);
  const taken = new Map<ActionName, number>();
  const tally = (): Exploration => ({ states: seen.size, taken: countsOf(taken) });
  const reached: Node[] = [first];
  // Grows while it is walked.
  for (const from of reached) {
    for (const step of steps) {
      const state = after(from.state, step, world);
      if (state === undefined) continue;
      taken.set(step.name, (taken.get(step.name) ?? 0) + 1);
      const before = seen.size;
      if (seen.add(keyOf(state)).size === before) continue;
      const node = { state, step, from };
      const broken = brokenIn(state);
      if (broken.length > 0) return { ...tally(), violation: { broken, steps: wayTo(node) } };
      reached.push(node);
    }
  }
  return tally();
}

function countsOf(taken: ReadonlyMap<ActionName, number>): Exploration["taken"] {
  const counts = actionNames.map((name) => [name, taken.get(name) ?? 0] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has every name
  return Object.fromEntries(counts) as Record<ActionName, number>;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const actionNames = Object.keys(actions) as readonly ActionName[];

/** Returns every step that can exist within a bound. */
export function stepsOf(bound: Bound): readonly Step[] {
  const values: { readonly [Key in keyof Picks]: readonly Picks[Key][] } = {
    c: upTo(bound.calls),
    r: upTo(2),
    a: upTo(bound.approvals),
    f: [true, false],
    q: upTo(bound.queries),
  };
  return actionNames.flatMap((name) => {
    let all: readonly Picks[] = [{ c: 1, r: 1, a: 1, f: true, q: 1 }];
    for (const key of actions[name].about) {
      all = all.flatMap((picks) => values[key].map((value) => ({ ...picks, [key]: value })));
    }
    return all.map((picks) => ({ name, picks })).filter(isNeeded);
  });
}

/** Replicas, approvals and queries are alike, so the first call may as well have the first of each. */
function isNeeded({ name, picks: { c, r, a, q } }: Step): boolean {
  return name !== "receive" || c > 1 || (r === 1 && a === 1 && q === 1);
}

function upTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

function wayTo(node: Node): readonly Step[] {
  const steps: Step[] = [];
  for (let at: Node | undefined = node; at?.step !== undefined; at = at.from) steps.push(at.step);
  return steps.toReversed();
}
