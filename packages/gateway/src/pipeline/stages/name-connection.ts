import type { Principal, ResolvedCall, ValidatedCall } from "../call.ts";
import type { Stages } from "../pipeline.ts";

export interface NameConnectionDependencies {
  /** The connection that a call names, by name or id. Undefined if it needs none. */
  readonly connectionSaid: (call: ValidatedCall) => string | undefined;
  /** Returns undefined if the caller has no such connection. */
  readonly nameOf: (said: string, user: Principal) => Promise<string | undefined>;
}

/**
 * Resolves the connection of a call before it is authorized. Policies name connections, and an id
 * must not bypass them.
 */
export function nameConnection(
  validateInput: Stages["validateInput"],
  { connectionSaid, nameOf }: NameConnectionDependencies,
): Stages["validateInput"] {
  const named = (call: ValidatedCall): ValidatedCall | Promise<ValidatedCall> => {
    const said = connectionSaid(call);
    if (said === undefined) return call;
    return nameOf(said, call.principal).then((connectionName) =>
      connectionName === undefined ? call : { ...call, connectionName },
    );
  };

  return (call: ResolvedCall) => {
    const validated = validateInput(call);
    return validated instanceof Promise ? validated.then(named) : named(validated);
  };
}
