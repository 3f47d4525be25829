import { createRandom } from "../promises/random.ts";
import { type ActionName, after, type Step, type World } from "./actions.ts";
import { stepsOf } from "./explore.ts";
import { initial, type State } from "./state.ts";

export interface Walk {
  readonly steps: readonly Step[];
  /** The states after each step, the initial one first. */
  readonly states: readonly State[];
}

// Calls advance more often than anything fails. Otherwise hardly any walk would reach its end.
const weights: Partial<Record<ActionName, number>> = {
  request: 6,
  approve: 8,
  revoke: 0.3,
  tick: 0.3,
  crash: 0.5,
  outage: 0.2,
  lose: 3,
};
const usual = 10;

/** Walks at random until nothing is left to do, or for this many steps. The seed decides. */
export function walk(world: World, seed: number, maxSteps: number): Walk {
  const random = createRandom(seed);
  const all = stepsOf(world.bound);
  const steps: Step[] = [];
  let state = initial(world.bound);
  const states = [state];
  while (steps.length < maxSteps) {
    const options = all.flatMap((step) => {
      const next = after(state, step, world);
      return next === undefined ? [] : [{ step, next, weight: weightOf(step, state) }];
    });
    let left = random.next() * options.reduce((sum, { weight }) => sum + weight, 0);
    const chosen = options.find(({ weight }) => (left -= weight) < 0);
    if (chosen === undefined) break;
    state = chosen.next;
    steps.push(chosen.step);
    states.push(state);
  }
  return { steps, states };
}

/** Most callers wait for the decision and send the approved arguments. */
function weightOf({ name, picks: { a, f } }: Step, { approvals }: State): number {
  const weight = weights[name] ?? usual;
  if (name !== "receive") return weight;
  const isEarly = approvals[a - 1]?.state !== "approved";
  return weight * (f ? 1 : 0.1) * (isEarly ? 0.05 : 1);
}
