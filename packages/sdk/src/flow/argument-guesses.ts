import type { ToolContract } from "../contract/contract.ts";
import type { Role } from "../contract/flow.ts";
import { pointerToken } from "../contract/pointer.ts";
import { fieldPaths, isListOfValues } from "./field-paths.ts";
import { flowOf } from "./flow-of.ts";
import { guessRole } from "./guess-role.ts";
import { type Field, fieldsOf } from "./schema-fields.ts";
import { schemaPointerOf } from "./schema-pointer.ts";

/** An argument whose role the contract does not state. */
export interface ArgumentGuess {
  /** JSON pointer into the arguments, where `*` is any item. The key of a mark. */
  readonly pointer: string;
  /** JSON pointer to its schema in the input schema, or to the nearest one around it. */
  readonly schemaPointer: string;
  readonly role: Role;
  readonly kind: string | undefined;
  /** Whether values there can have arguments of their own inside. */
  readonly isOpen: boolean;
  /** A reason that completes "because". */
  readonly because: string;
}

/**
 * Returns the roles that are inferred for the arguments that a contract describes.
 *
 * @example
 * ```ts
 * declare const sendMail: ToolContract;
 * for (const { pointer, role, because } of argumentGuesses(sendMail)) {
 *   console.log(pointer, role, because); // /recipients/* destination its name has the word …
 * }
 * ```
 */
export function argumentGuesses(contract: ToolContract): readonly ArgumentGuess[] {
  const { argumentAt } = flowOf(contract);
  const found: ArgumentGuess[] = [];
  for (const { steps, field } of fieldPaths(fieldsOf(contract.input))) {
    // Items have the name of their list, which has the guess already.
    if (steps.length === 0 || steps.at(-1) === "*") continue;
    const place = isListOfValues(field) ? [...steps, "*"] : steps;
    const guess = argumentAt(place)?.isGuessed === true ? guessRole(field, contract) : undefined;
    if (guess === undefined) continue;
    found.push({
      ...guess,
      pointer: place.map(pointerToken).join(""),
      isOpen: !holdsPlainValues(field),
      schemaPointer: schemaPointerOf(contract.input, steps),
    });
  }
  return found;
}

function holdsPlainValues(field: Field): boolean {
  const values = isListOfValues(field) ? field.rest : field;
  return values !== undefined && values.isClosed && values.members.size === 0;
}
