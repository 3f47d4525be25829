import type { UsableConnection, WantedConnection } from "../../boundary/connections/connections.ts";
import type { Outgoing } from "../../upstreams/upstream.ts";
import type { AuthorizedCall, ConnectedCall, Principal } from "../call.ts";
import { idsOf } from "../ids-of.ts";
import type { Stages } from "../pipeline.ts";

/** What a call over HTTP wants before it may leave. */
export interface Leaving {
  readonly outgoing: Omit<Outgoing, "connection">;
  /** Throws a `Refusal` where its target may not be asked this way. */
  readonly mayLeave: () => void;
  /** Absent where it needs no credential. */
  readonly wanted?: WantedConnection;
}

export interface ConnectDependencies {
  /** Undefined for a tool that is no operation over HTTP. */
  readonly leavingOf: (call: AuthorizedCall) => Leaving | undefined;
  /** Throws a `Refusal` for a connection that the caller may not use for this. */
  readonly use: (wanted: WantedConnection, user: Principal) => Promise<UsableConnection>;
}

const notNeeded = { kind: "not-needed" } as const;

/** Nobody leaves: there are no tools over HTTP. */
export function createNoConnect(): Stages["connect"] {
  return (call) => ({ ...call, connection: notNeeded });
}

/** Holds a call to where it may go, then to the connection that it may go over. Makes up nothing in its place. */
export function createConnect({ leavingOf, use }: ConnectDependencies): Stages["connect"] {
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
    if (leaving === undefined) return { ...call, connection: notNeeded };
    leaving.mayLeave();
    return connected(call, leaving);
  };
}
