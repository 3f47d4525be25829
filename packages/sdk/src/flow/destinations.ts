import type { ToolContract } from "../contract/contract.ts";
import { pointerToken } from "../contract/pointer.ts";
import type { ArgumentFlow } from "./argument-at.ts";
import { flowOf } from "./flow-of.ts";
import { placesIn } from "./flow-places.ts";
import { fieldsOf } from "./schema-fields.ts";
import { schemaPointerOf } from "./schema-pointer.ts";

/** A place of arguments that decides where data goes. */
export interface Destination {
  /** JSON pointer into the arguments, where `*` is any step. */
  readonly pointer: string;
  /** JSON pointer to its schema in the input schema, or to the nearest one around it. */
  readonly schemaPointer: string;
  readonly flow: ArgumentFlow;
}

/** Returns the places of a tool's arguments that decide where data goes, declared or guessed. */
export function destinationsOf(contract: ToolContract): readonly Destination[] {
  const { argumentAt } = flowOf(contract);
  const places = placesIn(fieldsOf(contract.input), contract.terms.input);
  const found = new Map<string, Destination>();
  for (const steps of places) {
    const flow = argumentAt(steps);
    if (flow?.role !== "destination") continue;
    const pointer = steps.map(pointerToken).join("");
    found.set(pointer, { pointer, schemaPointer: schemaPointerOf(contract.input, steps), flow });
  }
  return [...found.values()];
}
