import type { Authorize } from "../boundary/connections/authorize.ts";
import type { Found } from "../boundary/connections/discover.ts";
import type { Egress } from "../boundary/egress/egress.ts";
import type { RotatedKeys } from "../boundary/secrets/rotate-keys.ts";
import type { OpenConnections } from "./open-connections.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

/** What the operator said about a provider. The rest is discovered from its issuer. */
export interface ProviderClues {
  readonly issuer: string | undefined;
  readonly tokenUrl: string | undefined;
  readonly authorizeUrl: string | undefined;
  readonly kind: string | undefined;
  /** Whether the provider may have a private address. */
  readonly private: boolean;
}

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
  readonly discover: (flags: ProviderClues) => Promise<Found>;
  readonly authorize: Authorize;
  /** Notes that a provider did not authorize a connection. */
  readonly noteRefused: (name: string, because: string) => Promise<void>;
  /** The door of the configuration. */
  readonly openEgress: () => Promise<Egress>;
}

export type OpenConnectionRoom = (
  config: string | undefined,
  surroundings: ProcessRuntime,
) => Promise<OpenedConnections>;

/** Loaded by whoever works with connections: no other command should wait for what speaks OAuth. */
export const openConnectionRoom: OpenConnectionRoom = async (file, surroundings) => {
  const room = await import("./open-connection-room.ts");
  return room.openConnectionRoom(file, surroundings);
};
