import type { ToolContract } from "../contract/contract.ts";
import { pointerTokens } from "../contract/pointer.ts";
import { fieldPaths, isListOfValues } from "./field-paths.ts";
import { leadsSomewhere } from "./leads-somewhere.ts";
import { type Field, fieldsOf } from "./schema-fields.ts";

type Place = readonly string[];

/** The places of values that a contract speaks of. Steps are those of a pointer; `*` is any step. */
export interface FlowPlaces {
  readonly input: readonly Place[];
  readonly output: readonly Place[];
  /** Tells whether arguments can have a place. */
  readonly takes: (place: Place) => boolean;
  /** Tells whether results can have a place. */
  readonly answers: (place: Place) => boolean;
}

/**
 * Returns the places that the schemas of a contract describe and its marks name, up to a limit.
 *
 * @example
 * ```ts
 * declare const sendMail: ToolContract;
 * flowPlaces(sendMail).input; // [[], ["recipients", "*"]]
 * ```
 */
export function flowPlaces({ input, output, terms }: ToolContract): FlowPlaces {
  const fields = { input: fieldsOf(input), output: fieldsOf(output ?? {}) };
  return {
    input: placesIn(fields.input, terms.input),
    output: placesIn(fields.output, terms.output),
    takes: (place) => leadsSomewhere(fields.input, place),
    answers: (place) => leadsSomewhere(fields.output, place),
  };
}

/**
 * Returns the places that a schema describes or that marks name. A list of values is only its
 * items: a mark names these.
 */
export function placesIn(root: Field, marks: object = {}): readonly Place[] {
  const described = fieldPaths(root)
    .filter(({ field }) => !isListOfValues(field))
    .map(({ steps }) => steps);
  return [...described, ...Object.keys(marks).map(pointerTokens)];
}
