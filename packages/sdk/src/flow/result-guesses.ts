import type { ToolContract } from "../contract/contract.ts";
import type { FieldOrigin } from "../contract/flow.ts";
import { pointerToken } from "../contract/pointer.ts";
import { fieldPaths } from "./field-paths.ts";
import { flowOf } from "./flow-of.ts";
import { guessAddress, idKind, namesId, singularWords } from "./guess-kind.ts";
import { contentWords } from "./role-words.ts";
import { type Field, fieldsOf } from "./schema-fields.ts";

/** A field of a result whose origin the contract does not state. */
export interface ResultGuess {
  /** JSON pointer into the structured content, where `*` is any item. The key of a mark. */
  readonly pointer: string;
  /** What it probably is. Only a person can say `first-party`. */
  readonly origin: FieldOrigin;
  readonly kind: string | undefined;
  /** A reason that completes "because". */
  readonly because: string;
}

/**
 * Returns the probable origins of the fields that a contract describes, for a person to judge.
 * Nothing decides by them: without a mark a field counts as written by third parties.
 *
 * @example
 * ```ts
 * declare const readInbox: ToolContract;
 * for (const { pointer, origin } of resultGuesses(readInbox)) console.log(pointer, origin);
 * ```
 */
export function resultGuesses(contract: ToolContract): readonly ResultGuess[] {
  const { resultAt } = flowOf(contract);
  return fieldPaths(fieldsOf(contract.output ?? {})).flatMap(({ steps, field }) => {
    if (!holdsValue(field) || resultAt(steps).isDeclared) return [];
    const guess = guessOrigin(field, contract.name);
    return guess === undefined ? [] : [{ ...guess, pointer: steps.map(pointerToken).join("") }];
  });
}

function holdsValue({ name, facts, members, rest }: Field): boolean {
  return name !== "" && members.size === 0 && rest === undefined && !facts.types.has("boolean");
}

function guessOrigin(field: Field, tool: string): Omit<ResultGuess, "pointer"> | undefined {
  const { name, owner, facts } = field;
  const words = singularWords(name);
  if (namesId(name)) {
    return {
      ...ours,
      kind: idKind(name, owner, tool),
      because: "services number their own things",
    };
  }
  if (facts.formats.includes("date-time") || words.at(-1) === "at") {
    return { ...ours, because: "services note such times themselves" };
  }
  if (words.includes("balance")) return { ...ours, because: "services count balances themselves" };
  const address = guessAddress(name, facts);
  if (address !== undefined) return { ...theirs, ...address };
  if (!contentWords.has(words.at(-1) ?? "")) return undefined;
  return { ...theirs, because: "such text often comes from others" };
}

const ours = { origin: "first-party", kind: undefined } as const;
const theirs = { origin: "third-party", kind: undefined } as const;
