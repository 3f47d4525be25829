import type { Random } from "../test/promises/random.ts";
import { encoded, spelled } from "./origins-disguised.ts";
import { honest } from "./origins-honest.ts";
import { hostile } from "./origins-hostile.ts";
import { almostOperators } from "./origins-operators.ts";
import type { OriginCase } from "./origins-steps.ts";
import { pick, valueKinds, valueOf } from "./origins-values.ts";

const moves = Object.entries({ ...honest, ...hostile, ...almostOperators, ...encoded, ...spelled });

/** Yields cases, each move about as often as every other. */
export function* originCases(count: number, random: Random): Generator<OriginCase> {
  for (let made = 0; made < count; ) {
    const [move, make] = pick(random, moves);
    const kind = pick(random, valueKinds);
    const ground = { random, kind, value: valueOf(kind, random), other: valueOf(kind, random) };
    const one = make(ground);
    if (one === undefined) continue;
    made += 1;
    yield { move, kind, ...one };
  }
}
