import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
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
import { type GrantedHow, grantedTo, noteRefusal, taken } from "./add.ts";
import type { ConnectionFlags, ConnectionsInput } from "./flags.ts";
import { readClientProof } from "./read-client.ts";
import { readEndpoint, readName, readShared } from "./read-flags.ts";
import { print, revokeStored } from "./stored.ts";

/**
 * Lets a person log in to a configured MCP server. The new connection replaces the one of an
 * earlier login, once the provider has granted it.
 */
export async function logIn(input: ConnectionsInput): Promise<ExitCode> {
  const { what: named, values: flags, opened, context } = input;
  const { tenant = "", owner = "local", shared } = flags;
  const configured = serverOf(input);
  const { url: server } = configured;
  const how = howOf(flags);
  const name = readName(shared ? named : loginName(named, owner));
  // Key problems must show before the user authorizes anything.
  await opened.withKey(async () => undefined);
  const before = await earlierLogin(input, name, how);
  const logging = {
    ...(await loggingOf(input, server)),
    ...defined({ before: providerIn(before) }),
  };
  const signed = await wayOf(input, how)
    .then((way) => opened.logIn({ ...logging, way }))
    .catch(noteRefusal(input, name, "login"));
  const { provider, clientSecret, granted } = signed;
  const secrets = clientSecret === undefined ? {} : { client_secret: clientSecret };
  const common = readShared(flags, [server.origin]);
  const made = grantedTo({ provider, granted, common, secrets, how }, context);
  if (before !== undefined) await revokeStored(input, before);
  const wanted = { name, owner, tenant, ...made };
  const added = await opened.withKey(() => opened.admin.add(wanted, opened.operator));
  if (added === undefined) throw taken(name);
  const unused = unusedBy(configured, added);
  if (unused !== undefined) context.terminal.err(`The server ${printable(named)} ${unused}`);
  return print(input, added, `The connection ${added.name} was added as ${added.id}.`);
}

type ConfiguredServer = NonNullable<ReturnType<ConnectionsInput["opened"]["servers"]["get"]>>;

/** Tells what to write into the configuration, if the server would not use the connection. */
function unusedBy({ connection }: ConfiguredServer, added: StoredConnection): string | undefined {
  const { name, owner } = added;
  if (connection?.kind === "caller") return undefined;
  if (owner !== "local") return "does not use it yet: write `connection: caller` into its entry.";
  if (connection?.name === name) return undefined;
  return `does not use it yet: write \`connection: ${name}\` into its entry.`;
}

function serverOf({ what: name, opened }: ConnectionsInput): ConfiguredServer {
  const found = opened.servers.get(name);
  if (found !== undefined) return found;
  const known = [...opened.servers.keys()].map(printable).join(", ");
  const there = known === "" ? "there is none" : `there are: ${known}`;
  throw usage(`No server ${printable(cut(name))} with a url is configured; ${there}.`);
}

/** Returns the login to replace. A connection of another owner or kind is not replaced. */
async function earlierLogin(
  { values: { tenant = "", owner = "local" }, opened }: ConnectionsInput,
  name: string,
  { kind }: GrantedHow,
): Promise<StoredConnection | undefined> {
  const all = await opened.admin.list({ name, tenant });
  const standing = all.find(({ status }) => status !== "revoked");
  if (standing === undefined) return undefined;
  if (standing.owner !== owner || standing.settings["kind"] !== kind) throw taken(name);
  return standing;
}

function providerIn(stored: StoredConnection | undefined): LoggingIn["before"] {
  const connection = stored && readConnection(stored);
  return connection && isRenewable(connection) ? connection.settings.provider : undefined;
}

/** Reads who decides on the login: a person, our client itself, or an identity provider. */
function howOf(flags: ConnectionFlags): GrantedHow {
  const { kind = "oauth", through: login } = flags;
  if ((kind === "id-jag") !== (login !== undefined)) {
    throw usage("Give --kind id-jag and --through together: the login at the identity provider.");
  }
  if (kind === "oauth") return { kind };
  if (login !== undefined) return alone({ kind: "id-jag", login }, flags);
  if (kind === "client-credentials") return alone({ kind }, flags);
  throw usage(
    "Log in with --kind oauth, client-credentials or id-jag; others are added with `add`.",
  );
}

/** Refuses flags that make no sense if no person is asked. */
function alone(how: GrantedHow, { device, clientId }: ConnectionFlags): GrantedHow {
  if (device) throw usage(`With --kind ${how.kind} no person is asked; leave out --device.`);
  if (clientId === undefined) throw usage(`Give --client-id with --kind ${how.kind}.`);
  return how;
}

async function wayOf(
  { values: { device, owner: id = "local", tenant = "" }, opened }: ConnectionsInput,
  how: GrantedHow,
): Promise<LoggingIn["way"]> {
  if (how.kind === "oauth") return device ? "device" : "browser";
  if (how.kind === "client-credentials") return "client";
  const identity = await opened.findIdentity(how.login, { id, tenant });
  if (identity === undefined) throw new Refusal("authorization-failed", { because: "no-identity" });
  return identity;
}

async function loggingOf(input: ConnectionsInput, server: URL): Promise<Omit<LoggingIn, "way">> {
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
    port: readWhole("--port", flags.port, { min: 0, max: 65_535 }) ?? 0,
    show: context.terminal.err,
    signal: context.signal,
  };
}

async function clientOf({
  values: flags,
  opened,
  context,
}: ConnectionsInput): Promise<KnownClient | undefined> {
  const { clientId: id, clientSecret, clientKey, issuer } = flags;
  if (id === undefined) {
    const flag = clientKey === undefined ? clientSecret && "--client-secret" : "--client-key";
    if (flag !== undefined) throw usage(`Give --client-id with ${flag}.`);
    return undefined;
  }
  // Else the server would decide who receives the secret. A key is not sent.
  if (clientSecret !== undefined && issuer === undefined) {
    throw usage("Give --issuer with --client-secret: it goes there only.");
  }
  return { id, ...(await readClientProof({ flags, opened, context })) };
}
