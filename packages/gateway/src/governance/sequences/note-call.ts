import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import type { Policy } from "../policy/policy.ts";
import { valueIn } from "./demands.ts";
import type { Note } from "./notes.ts";
import type { MadeCall } from "./past-calls.ts";
import type { History, PastCall } from "./question.ts";
import { isSelected, type SequenceStatement, sequencesOf } from "./statements.ts";

/** Lists what the statements of a policy need of calls, each field once for each pattern. */
export function notedBy(policy: Policy): readonly Note[] {
  const notes = sequencesOf(policy).all.flatMap((each) =>
    each.notes.flatMap((wanted) => wanted.notes),
  );
  return [...new Map(notes.map((note) => [JSON.stringify(note), note])).values()];
}

/** What can be noted of a call: its arguments before it runs, its validated result after. */
export interface Noting extends Pick<History, "fingerprint"> {
  readonly args?: JsonObject;
  readonly result?: JsonValue;
}

/**
 * Returns what the statements need of a call. A number that is added up stays readable, and is then
 * compared as a number too.
 */
export function noteCall(policy: Policy, made: MadeCall, noting: Noting): PastCall["noted"] {
  const noted: Record<string, string | number> = {};
  for (const statement of sequencesOf(policy).all) {
    if (statement.notes.length > 0) noteFor(statement, { made, noting, noted });
  }
  return noted;
}

interface Into {
  readonly made: MadeCall;
  readonly noting: Noting;
  readonly noted: Record<string, string | number>;
}

function noteFor(statement: SequenceStatement, { made, noting, noted }: Into): void {
  for (const { key, as, of } of statement.notes) {
    const value = valueOf(noting, key);
    if (value === undefined || !isSelected(statement, of, made)) continue;
    if (as === "fingerprint") noted[key] ??= noting.fingerprint(key, value);
    else if (typeof value === "number") noted[key] = value;
  }
}

function valueOf({ args, result }: Noting, key: string): JsonValue | undefined {
  const [side, ...steps] = key.split(".");
  const root = side === "args" ? args : result;
  return root === undefined ? undefined : valueIn(root, steps);
}
