import { type Principal, setConnectionName, type ValidatedCall } from "../call.ts";
import type { Stages } from "../pipeline.ts";

export interface NameConnectionDeps {
  /** The connection that a call names, by name or id. Undefined if it needs none. */
  readonly declaredConnection: (call: ValidatedCall) => string | undefined;
  /** Returns undefined if the caller has no such connection. */
  readonly nameOf: (given: string, user: Principal) => Promise<string | undefined>;
}

/**
 * Resolves the connection of a call before it is authorized. Policies name connections, and an id
 * must not bypass them.
 */
export function createNameConnection({
  declaredConnection,
  nameOf,
}: NameConnectionDeps): Stages["nameConnection"] {
  return (call) => {
    const given = declaredConnection(call);
    if (given === undefined) return call;
    return nameOf(given, call.principal).then((name) => {
      if (name !== undefined) setConnectionName(call, name);
      return call;
    });
  };
}
