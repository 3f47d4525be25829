import { digestOf, type JsonObject } from "@toolcourt/sdk";

export interface RunOwner {
  readonly workflow: string;
  /** Whoever calls, as the gateway tells callers apart. */
  readonly owner: string | null;
  /** Links the calls that belong together. */
  readonly correlationId: string;
  readonly params: JsonObject;
}

export interface RunId {
  /** By which the caller goes on with the run. */
  readonly name: string;
  /** Under which it is kept. */
  readonly thread: string;
  /** Whether the caller named it, and so may ask for it once it is done. */
  readonly isNamed: boolean;
}

/**
 * Which run a call is about. The owner is part of it, so that nobody can so much as find the run of somebody
 * else. A run that its caller did not name gets its name by the call: the same call under the same correlation
 * id is about the same run.
 */
export function runIdOf(given: string | undefined, run: RunOwner): RunId {
  const { workflow, owner, correlationId, params } = run;
  const name = given ?? `unnamed-${digestOf({ correlationId, params }).slice(-32)}`;
  const thread = digestOf({ workflow, owner, name });
  return { name, thread, isNamed: given !== undefined };
}
