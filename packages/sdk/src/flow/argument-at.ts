import type { ToolContract } from "../contract/contract.ts";
import type { ArgumentMark, Role } from "../contract/flow.ts";
import { noFacts } from "./field-facts.ts";
import { type Argument, guessRole, type RoleGuess } from "./guess-role.ts";
import { longestMark, type MarkTree } from "./mark-tree.ts";
import type { Field } from "./schema-fields.ts";
import { type Walk, walkTo } from "./walk.ts";

/** What an argument does with a value. */
export interface ArgumentFlow {
  readonly role: Role;
  /** Default: by the form of the value. */
  readonly kind: string | undefined;
  /** Whether the role was inferred. */
  readonly isGuessed: boolean;
}

/** Steps are those of a JSON pointer, unescaped. */
export type ArgumentAt = (segments: readonly string[]) => ArgumentFlow | undefined;

/** Creates the lookup of arguments: marks before keywords of schemas, and both before guesses. */
export function createArgumentAt(
  contract: ToolContract,
  root: Field,
  marks: MarkTree<ArgumentMark>,
): ArgumentAt {
  const guess = createGuess(contract);
  return (segments) => {
    const walk = walkTo(root, segments, (field) => guess(field, field));
    const mark = longestMark(marks, segments, (each) => each);
    return declared(walk, mark) ?? guessed(guessBelow(segments, walk, guess), walk);
  };
}

function declared(
  { statement, guess }: Walk,
  mark: ArgumentMark | undefined,
): ArgumentFlow | undefined {
  const role = mark?.role ?? statement.role;
  if (role === undefined) return undefined;
  return { role, kind: mark?.kind ?? statement.kind ?? guess?.kind, isGuessed: false };
}

function guessed(guess: RoleGuess | undefined, { statement }: Walk): ArgumentFlow | undefined {
  return guess && { role: guess.role, kind: statement.kind ?? guess.kind, isGuessed: true };
}

type Guess = (key: object | string, argument: Argument) => RoleGuess | undefined;

/** The keys that callers choose are endless. */
const maxGuesses = 1_000;

function createGuess(tool: ToolContract): Guess {
  const guesses = new Map<object | string, RoleGuess | undefined>();
  return (key, argument) => {
    if (guesses.has(key)) return guesses.get(key);
    const guess = argument.name === "" ? undefined : guessRole(argument, tool);
    if (guesses.size < maxGuesses) guesses.set(key, guess);
    return guess;
  };
}

/** Guesses by the names of keys that no schema describes. */
function guessBelow(segments: readonly string[], walk: Walk, guess: Guess): RoleGuess | undefined {
  let found = walk.guess;
  for (let at = walk.length; at < segments.length; at += 1) {
    const name = segments[at] ?? "";
    found = guess(name, { name, owner: segments[at - 1] ?? "", facts: noFacts }) ?? found;
  }
  return found;
}
