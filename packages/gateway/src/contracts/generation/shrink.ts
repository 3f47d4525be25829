import type { JsonValue } from "@toolcourt/sdk";
import { identityOf } from "../schemas/identity.ts";
import { smaller } from "./smaller.ts";

type Answer = boolean | Promise<boolean>;

export interface ShrinkOptions {
  /** Whether a value still shows what the first one showed. */
  readonly fails: (value: JsonValue) => Answer;
  /** Which values may be tried at all, such as those that are valid. */
  readonly accepts?: (value: JsonValue) => Answer;
  /** How often `fails` may be asked: each time may be a call to a stranger's server. */
  readonly tries?: number;
}

export interface Shrunk {
  readonly value: JsonValue;
  /** Whether no step to a smaller value was left untried. */
  readonly isSmallest: boolean;
}

const usualTries = 500;

/** The smallest value that still fails, found by steps none of which stops it from failing. */
export async function shrink(
  failing: JsonValue,
  { fails, accepts = () => true, tries = usualTries }: ShrinkOptions,
): Promise<Shrunk> {
  let left = tries;
  const seen = new Set([identityOf(failing)]);
  const isWorthTrying = async (value: JsonValue): Promise<boolean> => {
    const identity = identityOf(value);
    if (seen.has(identity)) return false;
    seen.add(identity);
    return accepts(value);
  };
  const next = async (value: JsonValue): Promise<JsonValue | undefined> => {
    for (const candidate of smaller(value)) {
      if (!(await isWorthTrying(candidate))) continue;
      if (left === 0) return undefined;
      left -= 1;
      if (await fails(candidate)) return candidate;
    }
    return undefined;
  };
  let value = failing;
  for (let step = await next(value); step !== undefined; step = await next(value)) value = step;
  return { value, isSmallest: left > 0 };
}
