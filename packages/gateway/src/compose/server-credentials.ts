import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type {
  Connections,
  ConnectionUser,
  UsableConnection,
} from "../boundary/connections/connections.ts";
import { loginName } from "../boundary/connections/find-connection.ts";
import type { ServerConfig } from "../config/offering.ts";
import type { CredentialSource } from "../upstreams/connection.ts";
import { noConnections, type Outside } from "./open-tool-set.ts";

/** The gateway itself, as the owner of connections for all callers. */
export const gatewayUser: ConnectionUser = { id: "local" };

/** A source that remembers why it had no credential. */
export interface ServerCredentials extends CredentialSource {
  /** Returns the refusal of the last attempt. Undefined if there was a credential. */
  readonly why: () => Refusal | undefined;
}

/** Returns the source of the server's credential. Undefined if it has no connection. */
export function credentialsOf(
  { name: server, transport }: Pick<ServerConfig, "name" | "transport">,
  outside: Pick<Outside, "connections"> | undefined,
): ServerCredentials | undefined {
  if (transport.kind === "stdio" || transport.kind === "http_tools") return undefined;
  const { connection, url } = transport;
  if (connection === undefined) return undefined;
  const { connections = noConnections } = outside ?? {};
  // The lists of a server with callers of its own are read with the operator's own login.
  const name = connection.kind === "shared" ? connection.name : loginName(server, gatewayUser.id);
  const wanted = { server, connection: name, origin: url.origin, user: gatewayUser };
  return createCredentials(connections, wanted);
}

interface Wanted {
  readonly server: string;
  readonly connection: string;
  readonly origin: string;
  readonly user: ConnectionUser;
}

function createCredentials(connections: Connections, wanted: Wanted): ServerCredentials {
  const { server, connection, origin, user } = wanted;
  let known: UsableConnection | undefined;
  let why: Refusal | undefined;

  const find = async (): Promise<UsableConnection> => {
    known = await connections.use({ connection, origin }, user);
    return known;
  };
  const current: CredentialSource["current"] = async (signal) => {
    const before = known;
    try {
      return await connections.credential(before ?? (await find()), signal);
    } catch (error) {
      // A connection that ended may have been replaced by one of the same name.
      if (before === undefined || !isOver(error)) throw error;
      return connections.credential(await find(), signal);
    }
  };

  return {
    current: async (signal) => {
      try {
        const credential = await current(signal);
        why = undefined;
        return credential;
      } catch (error) {
        const told = withServer(error, { server, connection });
        why = told instanceof Refusal ? told : why;
        throw told;
      }
    },
    refused: async (credential) => {
      if (known !== undefined) await connections.refused(known, credential);
    },
    stepUp: async (credential, demanded) =>
      known === undefined
        ? { isWider: false, scopes: demanded }
        : connections.stepUp(known, credential, demanded),
    denied: (because, scopes) => {
      const about = { connection, server, because, scopes, ...defined({ grant: known?.grant }) };
      why = new Refusal("connection-refused", about);
      return why;
    },
    why: () => why,
  };
}

function isOver(error: unknown): boolean {
  return (
    hasCode(error, "connection-missing") ||
    hasCode(error, "connection-revoked") ||
    hasCode(error, "connection-expired")
  );
}

export interface AboutConnection {
  readonly connection: string;
  readonly server: string;
  /** Set for a caller's own connection. */
  readonly owner?: string;
  readonly tenant?: string;
}

/** Names the server, so that the refusal has the command to sign in to it. */
export function withServer(error: unknown, about: AboutConnection): unknown {
  if (hasCode(error, "connection-missing")) {
    // The name of a caller's connection is made by us, so it helps no reader.
    const { connection, ...own } = about;
    const shown = about.owner === undefined ? { connection, ...own } : own;
    return new Refusal("connection-missing", shown, { cause: error });
  }
  if (hasCode(error, "connection-revoked")) {
    return new Refusal("connection-revoked", { ...error.details, ...about }, { cause: error });
  }
  if (hasCode(error, "connection-expired")) {
    return new Refusal("connection-expired", { ...error.details, ...about }, { cause: error });
  }
  return error;
}
