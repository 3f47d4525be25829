import { digestOf, type JsonObject } from "@toolcourt/sdk";

export interface RunOwner {
  readonly workflow: string;
  /** The caller's key, as the gateway distinguishes callers. Null if unknown. */
  readonly owner: string | null;
  /** Links related calls. */
  readonly correlationId: string;
  readonly params: JsonObject;
}

export interface RunId {
  /** The name by which the caller resumes the run. */
  readonly name: string;
  /** The storage key. */
  readonly thread: string;
  /** Whether the caller named the run, and may therefore request it once it is done. */
  readonly isNamed: boolean;
}

/**
 * Returns the run that a call refers to. The owner is part of the key, so other callers cannot even
 * find the run. An unnamed run is identified by its call: the same call under the same correlation
 * id resumes it.
 */
export function runIdOf(given: string | undefined, run: RunOwner): RunId {
  const { workflow, owner, correlationId, params } = run;
  const name = given ?? `unnamed-${digestOf({ correlationId, params }).slice(-32)}`;
  const thread = digestOf({ workflow, owner, name });
  return { name, thread, isNamed: given !== undefined };
}
