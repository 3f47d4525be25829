import type { LockedTool } from "@toolcourt/contracts/internal/lock/lock";
import type { LeafDifference } from "@toolcourt/contracts/internal/revisions/leaf-differences";
import { render } from "@toolcourt/contracts/internal/revisions/phrase";
import type { RevisedPart, RevisedTool } from "@toolcourt/contracts/internal/revisions/revision";
import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import type { StoredAdmission } from "../../stores/admission-store.ts";

/** A tool beside its lock entry. */
export interface ToolDrift {
  /** Undefined if the lock does not have the tool. */
  readonly locked: LockedTool | undefined;
  /** The digest that the lock would hold for the tool now. */
  readonly digest: string;
  /** The newest decision about the tool in the store. */
  readonly decision: StoredAdmission | undefined;
  /** Whether an admission of this digest would release the tool. */
  readonly isAdmissible: boolean;
  /** Undefined for a contract that is too large to compare. */
  readonly changes: readonly LeafDifference[] | undefined;
  /** What the changes mean for callers. Undefined if that took too long to find out. */
  readonly revised: RevisedTool | undefined;
}

export type DriftOf = (tool: RegisteredTool) => Promise<ToolDrift>;

/** Shows every difference whole: what is cut could hide an instruction to a model. */
export function driftJson(drift: ToolDrift): JsonObject {
  const { locked, digest, decision, isAdmissible, changes, revised } = drift;
  return {
    digest,
    locked: orNull(locked, lockedJson),
    decision: orNull(decision, decisionJson),
    isAdmissible,
    changes: orNull(changes, (all) => all.map(changeJson)),
    class: orNull(revised?.drift, (found) => found),
    effects: orNull(revised?.parts, (parts) => parts.map(partJson)),
  };
}

/** Shows what there is, and null for what there is not. */
export function orNull<Value>(
  value: Value | undefined,
  show: (value: Value) => JsonValue,
): JsonValue {
  return value === undefined ? null : show(value);
}

export function lockedJson({ digest, approvedAt, approvedBy }: LockedTool): JsonObject {
  return { digest, approvedAt, approvedBy };
}

export function decisionJson({ digest, state, by, at, note }: StoredAdmission): JsonObject {
  return { digest, state, by, at: new Date(at).toISOString(), note };
}

/** Null says that there is no value. A value of null is the text `null`. */
function changeJson({ pointer, was, now }: LeafDifference): JsonObject {
  return { pointer, was: textOf(was), now: textOf(now) };
}

function textOf(value: JsonValue | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function partJson({ kind, pointer, version, message, witness }: RevisedPart): JsonObject {
  return {
    kind,
    pointer,
    version,
    message: render(message, (text) => `“${text}”`),
    witness: orNull(witness, ({ side, value, part = null }) => {
      return { side, value: JSON.stringify(value), part };
    }),
  };
}
