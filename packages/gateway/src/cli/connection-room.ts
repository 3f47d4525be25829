import type { Authorize } from "../boundary/connections/authorize.ts";
import type { Found } from "../boundary/connections/discover.ts";
import type { Egress } from "../boundary/egress/egress.ts";
import type { RotatedKeys } from "../boundary/secrets/rotate-keys.ts";
import type { OpenConnections } from "../compose/open-connections.ts";
import type { Surroundings } from "./command.ts";
import type { ConnectionFlags } from "./connection-flags.ts";

/** The connections of a gateway, for whoever sits at its machine. */
export interface OpenedConnections
  extends AsyncDisposable,
    Pick<OpenConnections, "connections" | "desk" | "client" | "vault" | "holdSecret"> {
  /** `operator:` and the name that the machine knows them by. */
  readonly operator: string;
  /** Whether callers prove who they are, so that nobody of them is the one at this machine. */
  readonly hasKnownCallers: boolean;
  /** Lets nobody else make or rotate a key meanwhile, and makes the first where there is none. */
  readonly withKey: <T>(work: () => Promise<T>) => Promise<T>;
  readonly rotate: () => Promise<RotatedKeys>;
  /** What a provider says of itself, as far as it was not said already. */
  readonly discover: (flags: ConnectionFlags) => Promise<Found>;
  readonly authorize: Authorize;
  /** Notes that a provider did not authorize a connection. */
  readonly noteRefused: (name: string, because: string) => Promise<void>;
  /** The door of the configuration. */
  readonly openEgress: () => Promise<Egress>;
}

export type OpenConnectionRoom = (
  config: string | undefined,
  surroundings: Surroundings,
) => Promise<OpenedConnections>;

/** Loaded by whoever works with connections: no other command should wait for what speaks OAuth. */
export const openConnectionRoom: OpenConnectionRoom = async (file, surroundings) => {
  const room = await import("./open-connection-room.ts");
  return room.openConnectionRoom(file, surroundings);
};
