import type { RoleGuess } from "./guess-role.ts";
import type { Field } from "./schema-fields.ts";
import { inherited, type Statement } from "./statement.ts";

/** What schemas say on the way to a place. What is deeper counts. */
export interface Walk {
  /** How many steps schemas describe. */
  readonly length: number;
  /** The deepest described place. */
  readonly field: Field;
  readonly statement: Statement;
  readonly guess: RoleGuess | undefined;
}

/** Follows the steps to a place of values, as far as schemas describe them. */
export function walkTo(
  root: Field,
  segments: readonly string[],
  guessAt: (field: Field) => RoleGuess | undefined,
): Walk {
  let field = root;
  let length = 0;
  let { statement } = root;
  let guess: RoleGuess | undefined;
  for (const segment of segments) {
    const below = field.members.get(segment) ?? field.rest;
    if (below === undefined) break;
    field = below;
    length += 1;
    statement = inherited(statement, field.statement);
    guess = guessAt(field) ?? guess;
  }
  return { length, field, statement, guess };
}
