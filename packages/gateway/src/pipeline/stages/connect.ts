import type { UsableConnection, WantedConnection } from "../../boundary/connections/connections.ts";
import type { Outgoing } from "../../upstreams/upstream.ts";
import type { AuthorizedCall, ConnectedCall, Principal } from "../call.ts";
import { idsOf } from "../ids-of.ts";
import type { Stages } from "../pipeline.ts";

/** The egress requirements of an HTTP call. */
export interface Leaving {
  readonly outgoing: Omit<Outgoing, "connection">;
  /** Default: none, if it needs no credential. */
  readonly wanted?: WantedConnection;
}

export interface ConnectDeps {
  /**
   * Returns undefined for a tool that is not an HTTP operation. Throws a `Refusal` if the target may
   * not be called this way.
   */
  readonly leavingOf: (call: AuthorizedCall) => Leaving | undefined;
  /** Throws a `Refusal` for a connection that the caller may not use for this. */
  readonly use: (wanted: WantedConnection, user: Principal) => Promise<UsableConnection>;
}

const notNeeded = { kind: "not-needed" } as const;

/** For a gateway without HTTP tools. */
export function createNoConnect(): Stages["connect"] {
  return (call) => ({ ...call, connection: notNeeded });
}

/** Checks a call's target, then its connection. Never substitutes another. */
export function createConnect({ leavingOf, use }: ConnectDeps): Stages["connect"] {
  const connected = async (
    call: AuthorizedCall,
    { outgoing, wanted }: Leaving,
  ): Promise<ConnectedCall> => {
    const connection = wanted && (await use(wanted, call.principal));
    const ids = {
      ...idsOf(call, call.registered),
      ...(connection && { connectionId: connection.id }),
    };
    const made = { ...outgoing, ids, ...(connection && { connection }) };
    return { ...call, connection: { kind: "made", outgoing: made } };
  };

  return (call) => {
    const leaving = leavingOf(call);
    return leaving === undefined ? { ...call, connection: notNeeded } : connected(call, leaving);
  };
}
