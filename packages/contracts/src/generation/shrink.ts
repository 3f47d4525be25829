import type { JsonValue } from "@toolcourt/sdk";
import { identityOf } from "../schemas/identity.ts";
import { smaller } from "./smaller.ts";

type Answer = boolean | Promise<boolean>;

export interface ShrinkOptions {
  /** Returns whether a value still shows the original failure. */
  readonly fails: (value: JsonValue) => Answer;
  /** Returns whether a value may be tested, for example only valid ones. Default: all. */
  readonly accepts?: (value: JsonValue) => Answer;
  /** Maximum number of `fails` calls: each may be a call to an upstream server. */
  readonly tries?: number;
}

export interface Shrunk {
  readonly value: JsonValue;
  /** Whether every smaller value was tested. */
  readonly isSmallest: boolean;
}

const usualTries = 500;

/** Returns the smallest value that still fails, reached by steps that all fail. */
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
