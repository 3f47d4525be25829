import { boolean, list, nullable, object, oneOf, type Read, text } from "../../api/decode.ts";
import {
  type Decision,
  decision,
  type LockEntry,
  lockEntry,
  type ToolState,
  toolStates,
} from "./shapes.ts";

/** One place at which a tool differs from the lock: JSON texts. Null if there is no value. */
export interface Change {
  readonly pointer: string;
  readonly was: string | null;
  readonly now: string | null;
}

/** What a change means for callers. */
export interface ChangeEffect {
  readonly kind: string;
  readonly pointer: string;
  readonly message: string;
  /** A value that proves it. */
  readonly witness: { readonly side: "input" | "output"; readonly value: string } | null;
}

export interface Drift {
  readonly digest: string;
  readonly state: ToolState;
  readonly hold: string | null;
  readonly locked: LockEntry | null;
  readonly decision: Decision | null;
  readonly isAdmissible: boolean;
  /** Null for a contract that is too large to compare. */
  readonly changes: readonly Change[] | null;
  readonly class: string | null;
  /** Null if it took too long to find out. */
  readonly effects: readonly ChangeEffect[] | null;
}

export const drift: Read<Drift> = object<Drift>({
  digest: text,
  state: oneOf(toolStates),
  hold: nullable(text),
  locked: nullable(lockEntry),
  decision: nullable(decision),
  isAdmissible: boolean,
  changes: nullable(
    list(object<Change>({ pointer: text, was: nullable(text), now: nullable(text) })),
  ),
  class: nullable(text),
  effects: nullable(
    list(
      object<ChangeEffect>({
        kind: text,
        pointer: text,
        message: text,
        witness: nullable(object({ side: oneOf(["input", "output"]), value: text })),
      }),
    ),
  ),
});

/** What an admission or its withdrawal answers. */
export const decided: Read<{ readonly state: string }> = object<{ readonly state: string }>({
  state: text,
});
