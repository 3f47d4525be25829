import type { CallIds } from "@toolcourt/contracts/internal/kernel/call-ids";
import type { UsableConnection, WantedConnection } from "../../boundary/connections/connections.ts";
import type { Outgoing } from "../../upstreams/upstream.ts";
import {
  type AuthorizedCall,
  type ConnectedCall,
  notNeeded,
  type Principal,
  setConnection,
} from "../call.ts";
import { pairOf } from "../execution/circuits.ts";
import { idsOf } from "../ids-of.ts";
import type { Stages } from "../pipeline.ts";

/** The egress requirements of an HTTP call. */
export interface Leaving {
  readonly outgoing: Omit<Outgoing, "connection">;
  /** Default: none, if it needs no credential. */
  readonly wanted?: WantedConnection;
  /** Returns the caller's own connection to an MCP server. Default: the wanted one is used. */
  readonly own?: (caller: Principal) => Promise<UsableConnection>;
}

export interface ConnectDeps {
  /**
   * Returns undefined for a tool that needs no connection of its caller. Throws a `Refusal` if the target may
   * not be called this way.
   */
  readonly leavingOf: (call: AuthorizedCall) => Leaving | undefined;
  /** Throws a `Refusal` for a connection that the caller may not use for this. */
  readonly use: (wanted: WantedConnection, user: Principal) => Promise<UsableConnection>;
}

/** For a gateway without HTTP tools. */
export function createNoConnect(): Stages["connect"] {
  return (call) => {
    setConnection(call, notNeeded);
    return call;
  };
}

/** Returns the ids of a call that was granted a connection. */
function idsOver(call: AuthorizedCall, connection: UsableConnection | undefined): CallIds {
  const ids = idsOf(call);
  if (connection === undefined) return ids;
  const { id } = connection;
  return { ...ids, connectionId: ids.connectionId ?? id, grantedConnection: id };
}

/** Checks a call's target, then its connection. Never substitutes another. */
export function createConnect({ leavingOf, use }: ConnectDeps): Stages["connect"] {
  const connected = async (
    call: AuthorizedCall,
    { outgoing, wanted, own }: Leaving,
  ): Promise<ConnectedCall> => {
    const { principal } = call;
    const connection = await (own?.(principal) ?? (wanted && use(wanted, principal)));
    const { retries } = call.grant.caps ?? {};
    const made = {
      ...outgoing,
      ids: idsOver(call, connection),
      circuit: pairOf(call),
      ...(connection && { connection }),
      ...(retries && { maxRetries: retries.max }),
    };
    setConnection(call, { kind: "made", outgoing: made });
    return call;
  };

  return (call) => {
    const leaving = leavingOf(call);
    if (leaving !== undefined) return connected(call, leaving);
    setConnection(call, notNeeded);
    return call;
  };
}
