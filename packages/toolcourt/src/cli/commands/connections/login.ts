import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { loginName } from "@toolcourt/gateway/internal/boundary/connections/find-connection";
import type { LoggingIn } from "@toolcourt/gateway/internal/boundary/connections/log-in";
import type { KnownClient } from "@toolcourt/gateway/internal/boundary/connections/register-client";
import {
  isRenewable,
  readConnection,
} from "@toolcourt/gateway/internal/boundary/connections/settings";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { StoredConnection } from "@toolcourt/gateway/internal/stores/connection-store";
import { type ExitCode, readWhole, usage } from "../../command.ts";
import { grantedTo, noteRefusal, reportAdded, taken } from "./add.ts";
import type { ConnectionsInput } from "./flags.ts";
import { createReadSecret, readEndpoint, readName, readShared } from "./read-flags.ts";
import { revokeStored } from "./stored.ts";

/**
 * Lets a person log in to a configured MCP server. The new connection replaces the one of an
 * earlier login, once the provider has granted it.
 */
export async function logIn(input: ConnectionsInput): Promise<ExitCode> {
  const { what: named, values: flags, opened, context } = input;
  const { tenant = "", owner = "local", shared } = flags;
  const server = serverOf(input);
  const name = readName(shared ? named : loginName(named, owner));
  // Key problems must show before the user authorizes anything.
  await opened.withKey(async () => undefined);
  const before = await earlierLogin(input, name);
  const logging = {
    ...(await loggingOf(input, server)),
    ...defined({ before: providerIn(before) }),
  };
  const signed = await opened.logIn(logging).catch(noteRefusal(input, name));
  const { provider, clientSecret, granted } = signed;
  const secrets = clientSecret === undefined ? {} : { client_secret: clientSecret };
  const common = readShared(flags, [server.origin]);
  const made = grantedTo({ provider, granted, common, secrets }, context);
  if (before !== undefined) await revokeStored(input, before);
  const wanted = { name, owner, tenant, ...made };
  const added = await opened.withKey(() => opened.admin.add(wanted, opened.operator));
  if (added === undefined) throw taken(name);
  return reportAdded(input, added);
}

function serverOf({ what: name, opened }: ConnectionsInput): URL {
  const url = opened.servers.get(name);
  if (url !== undefined) return url;
  const known = [...opened.servers.keys()].map(printable).join(", ");
  const there = known === "" ? "there is none" : `there are: ${known}`;
  throw usage(`No server ${printable(cut(name))} with a url is configured; ${there}.`);
}

/** Returns the login to replace. A connection of another owner or kind is not replaced. */
async function earlierLogin(
  { values: { tenant = "", owner = "local" }, opened }: ConnectionsInput,
  name: string,
): Promise<StoredConnection | undefined> {
  const all = await opened.admin.list({ name, tenant });
  const standing = all.find(({ status }) => status !== "revoked");
  if (standing === undefined) return undefined;
  if (standing.owner !== owner || standing.settings["kind"] !== "oauth") throw taken(name);
  return standing;
}

function providerIn(stored: StoredConnection | undefined): LoggingIn["before"] {
  const connection = stored && readConnection(stored);
  return connection && isRenewable(connection) ? connection.settings.provider : undefined;
}

async function loggingOf(input: ConnectionsInput, server: URL): Promise<LoggingIn> {
  const { values: flags, context } = input;
  const { issuer, scope, private: isPrivate } = flags;
  const client = await clientOf(input);
  const authorizeUrl = readEndpoint(flags.authorizeUrl);
  const tokenUrl = readEndpoint(flags.tokenUrl);
  return {
    server,
    ...defined({ issuer, scope, client }),
    endpoints: defined({ authorizeUrl, tokenUrl }),
    isPrivate,
    way: flags.device ? "device" : "browser",
    port: readWhole("--port", flags.port, { min: 0, max: 65_535 }) ?? 0,
    show: context.terminal.err,
    signal: context.signal,
  };
}

async function clientOf({
  values: { clientId: id, clientSecret: file, clientProof: proof, issuer },
  opened,
  context,
}: ConnectionsInput): Promise<KnownClient | undefined> {
  if (id === undefined && file !== undefined) throw usage("Give --client-id with --client-secret.");
  if (id === undefined) return undefined;
  if (file === undefined) return { id };
  // Else the server would decide who receives the secret.
  if (issuer === undefined) throw usage("Give --issuer with --client-secret: it goes there only.");
  const secret = opened.holdSecret(await createReadSecret(context)(file, "--client-secret"));
  return { id, secret, ...defined({ proof }) };
}
