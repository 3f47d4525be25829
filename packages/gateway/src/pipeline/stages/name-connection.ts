import type { Principal, ResolvedCall, ValidatedCall } from "../call.ts";
import type { Stages } from "../pipeline.ts";

export interface NameConnectionDependencies {
  /** What a call says that it goes over, by name or id. Undefined where it needs no connection. */
  readonly connectionSaid: (call: ValidatedCall) => string | undefined;
  /** Undefined where the caller has no such connection. */
  readonly nameOf: (said: string, user: Principal) => Promise<string | undefined>;
}

/**
 * Finds out which connection a call would go over before anybody decides on it: a policy speaks of
 * connections by their names, and an id must not be a way around it.
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
