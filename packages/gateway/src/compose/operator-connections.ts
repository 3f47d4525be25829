import type { Authorize } from "../boundary/connections/authorize.ts";
import type { Found } from "../boundary/connections/discover.ts";
import type { LogIn } from "../boundary/connections/log-in.ts";
import type { SignInDevice } from "../boundary/connections/sign-in-device.ts";
import type { Egress } from "../boundary/egress/egress.ts";
import type { RotatedKeys } from "../boundary/secrets/rotate-keys.ts";
import type { Transport } from "../upstreams/transport.ts";
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

type RemoteTransport = Transport<"streamable_http" | "sse">;

/** The connections of a gateway, for its local operator. */
export interface OpenedConnections
  extends AsyncDisposable,
    Pick<
      OpenConnections,
      "connections" | "admin" | "client" | "vault" | "holdSecret" | "findIdentity"
    > {
  /** `operator:` and the local user name. */
  readonly operator: string;
  /** Whether callers authenticate. If so, none of them is the local user. */
  readonly hasKnownCallers: boolean;
  /**
   * Runs `work` under the key lock, so that no other command creates or rotates a key. Creates the
   * first key if there is none.
   */
  readonly withKey: <T>(work: () => Promise<T>) => Promise<T>;
  readonly rotate: () => Promise<RotatedKeys>;
  /** Discovers the provider settings that the flags leave out. */
  readonly discover: (flags: ProviderClues) => Promise<Found>;
  readonly authorize: Authorize;
  readonly signInDevice: SignInDevice;
  /** Lets a person log in to an MCP server. */
  readonly logIn: LogIn;
  /** The configured MCP servers that have an address, by their names. */
  readonly servers: ReadonlyMap<string, Pick<RemoteTransport, "url" | "connection">>;
  /** Audits that a provider did not authorize a connection. */
  readonly noteRefused: (name: string, because: string) => Promise<void>;
  /** Opens egress as configured. */
  readonly openEgress: () => Promise<Egress>;
}

export type OpenOperatorConnections = (
  config: string | undefined,
  runtime: ProcessRuntime,
) => Promise<OpenedConnections>;

/** Loads the implementation lazily: other commands must not wait for the OAuth code. */
export const openOperatorConnections: OpenOperatorConnections = async (file, runtime) => {
  const room = await import("./open-operator-connections.ts");
  return room.openOperatorConnections(file, runtime);
};
