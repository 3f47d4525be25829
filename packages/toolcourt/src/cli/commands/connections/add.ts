import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import type { NewConnection } from "@toolcourt/gateway/internal/boundary/connections/connection-admin";
import {
  fieldsOf,
  type Granted,
  momentsOf,
} from "@toolcourt/gateway/internal/boundary/connections/granted";
import type {
  ConnectionKind,
  Provider,
} from "@toolcourt/gateway/internal/boundary/connections/settings";
import { statusOf } from "@toolcourt/gateway/internal/boundary/connections/shown-connection";
import type { DeviceSigningIn } from "@toolcourt/gateway/internal/boundary/connections/sign-in-device";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Secret } from "@toolcourt/gateway/internal/boundary/secrets/secret";
import type { OpenedConnections } from "@toolcourt/gateway/internal/compose/operator-connections";
import type { StoredConnection } from "@toolcourt/gateway/internal/stores/connection-store";
import {
  type CommandContext,
  type ExitCode,
  readWhole,
  type UsageProblem,
  usage,
} from "../../command.ts";
import type { ConnectionsInput } from "./flags.ts";
import { foundOf, type Made, type Making } from "./making.ts";
import { ofClientAssertion, ofManaged } from "./own-identity.ts";
import { readClientProof } from "./read-client.ts";
import {
  createReadSecret,
  namedOrAsked,
  readCommon,
  readHeaderName,
  readName,
  readProvider,
} from "./read-flags.ts";
import { readPreset } from "./read-preset.ts";
import { withRepair } from "./repair.ts";
import { print, revokeStored } from "./stored.ts";

/** Stores the connection of a command line, and replaces an inactive one. */
export async function addConnection(input: ConnectionsInput): Promise<ExitCode> {
  const { what: name, opened } = input;
  const { withKey, operator } = opened;
  // Key problems must show before the user authorizes anything.
  await withKey(async () => undefined);
  const before = await inTheWay(input);
  const wanted = await newConnection(input).catch(noteRefusal(input, name, "add"));
  if (before !== undefined) await revokeStored(input, before);
  const added = await withKey(() => opened.admin.add(wanted, operator));
  if (added === undefined) throw taken(wanted.name);
  return reportAdded(input, added);
}

/** Prints the added connection, and warns if no caller of the gateway may use it. */
function reportAdded(input: ConnectionsInput, added: StoredConnection): ExitCode {
  const { values: flags, opened, context } = input;
  if (opened.hasKnownCallers && flags.owner === undefined && !flags.shared) {
    context.terminal.err(onlyHere);
  }
  return print(input, added, `The connection ${added.name} was added as ${added.id}.`);
}

/** Audits that a provider refused, and passes the error on with the command that repairs it. */
export function noteRefusal(input: ConnectionsInput, name: string, action: "add" | "login") {
  return async (error: unknown): Promise<never> => {
    if (!hasCode(error, "authorization-failed")) throw error;
    await input.opened.noteRefused(printable(cut(name)), error.details.because);
    throw withRepair(error, action, input);
  };
}

const onlyHere =
  "Callers with a key or a token of `auth` may not use it, only local ones: give --owner or --shared.";

/** Returns the connection to replace. It must be inactive and belong to the same owner. */
async function inTheWay(input: ConnectionsInput): Promise<StoredConnection | undefined> {
  const { what: name, values, opened, context } = input;
  const { tenant = "", owner = "local" } = values;
  const all = await opened.admin.list({ name, tenant });
  const standing = all.find(({ status }) => status !== "revoked");
  if (standing === undefined) return undefined;
  const isOver = statusOf(standing, context.clock.now()) === "expired";
  if (!isOver || standing.owner !== owner) throw taken(printable(cut(name)));
  return standing;
}

export function taken(name: string): UsageProblem {
  const next = "Revoke it first, or push a new token to it.";
  return usage(`There is a connection ${name} already. ${next}`);
}

/** Builds a connection from the command line, its secrets and the provider's consent. */
async function newConnection(input: ConnectionsInput): Promise<NewConnection> {
  const { what: name, values: flags, opened, context } = input;
  const readSecret = createReadSecret(context);
  const { kind } = flags;
  if (kind === undefined) {
    throw usage(
      "Give --kind: token, headers, client-credentials, client-assertion, managed, exchange or oauth.",
    );
  }
  const preset = readPreset(name, flags, kind);
  // An assertion is for one issuer, so its name must be known.
  if (flags.clientKey !== undefined && (flags.issuer ?? preset) === undefined) {
    throw usage("Give --issuer with --client-key: what the key signs is for this issuer only.");
  }
  const common = readCommon(flags);
  const making: Making = { what: name, flags, preset, common, opened, context, readSecret };
  return {
    name: readName(name),
    owner: flags.owner ?? "local",
    tenant: flags.tenant ?? "",
    ...(await makers[kind](making)),
  };
}

/** Reads the secret from a file. */
async function secretIn(
  { opened, readSecret }: Making,
  file: string,
  flag: string,
): Promise<Secret> {
  return opened.holdSecret(await readSecret(file, flag));
}

const makers = {
  token: ofToken,
  headers: ofHeaders,
  "client-credentials": ofClientCredentials,
  "client-assertion": ofClientAssertion,
  managed: ofManaged,
  oauth: ofOAuth,
  "id-jag": onlyByLogin,
  exchange: ofExchange,
} satisfies Record<ConnectionKind, (making: Making) => Promise<Made>>;

async function ofToken(making: Making): Promise<Made> {
  const { flags, common, opened, context } = making;
  const { tokenFile: file, tokenHeader } = flags;
  const token = file === undefined ? namedOrAsked(flags.token, context) : flags.token;
  if ((token === undefined) === (file === undefined)) {
    throw usage("Give either --token or --token-file.");
  }
  const header = readHeaderName(tokenHeader ?? "authorization");
  const prefix = header === "authorization" ? "Bearer " : "";
  const base = { kind: "token", ...common, header, prefix } as const;
  if (file !== undefined) {
    // The path is no secret. Sealing binds it to the settings, so tampering with the store cannot
    // redirect it.
    return { settings: { ...base, file }, secrets: { file: opened.holdSecret(file) } };
  }
  return { settings: base, secrets: { token: await secretIn(making, token ?? "-", "--token") } };
}

async function ofHeaders(making: Making): Promise<Made> {
  const { flags, common } = making;
  const secrets: Record<string, Secret> = {};
  for (const written of flags.header) {
    const [, name = "", file = ""] = /^([^=]+)=(.+)$/.exec(written) ?? [];
    if (file === "") throw usage("Write --header as name=file, or name=-.");
    const field = `header:${readHeaderName(name)}`;
    if (Object.hasOwn(secrets, field)) throw usage("A header is named twice.");
    secrets[field] = await secretIn(making, file, "--header");
  }
  const names = Object.keys(secrets).map((field) => field.slice("header:".length));
  if (names.length === 0) throw usage("Name its headers with --header.");
  return { settings: { kind: "headers", ...common, names }, secrets };
}

async function ofClientCredentials(making: Making): Promise<Made> {
  const { provider, secrets } = await knownClient(making);
  return { settings: { kind: "client-credentials", ...making.common, provider }, secrets };
}

/** Reads a client that can prove itself, and its provider. */
async function knownClient(making: Making) {
  const { flags, opened, context } = making;
  const { clientKey, clientSecret } = flags;
  const file = clientKey === undefined ? namedOrAsked(clientSecret, context) : clientSecret;
  const asked = { ...flags, ...defined({ clientSecret: file }) };
  const proof = await readClientProof({ flags: asked, opened, context });
  if (proof.secret === undefined) {
    throw usage("Name the client's secret with --client-secret, or its key with --client-key.");
  }
  const provider = readProvider(flags, await foundOf(making), proof);
  return { provider, secrets: { client_secret: proof.secret } };
}

/** The tokens of callers go to their issuer only, so its own metadata names the address. */
async function ofExchange(making: Making): Promise<Made> {
  const { issuer, tokenUrl, owner, tenant, shared, audience } = making.flags;
  if ((issuer ?? making.preset) === undefined || tokenUrl !== undefined) {
    throw usage("Give --issuer without --token-url: tokens of callers go to their issuer only.");
  }
  if (owner !== undefined || (tenant !== undefined && !shared)) {
    throw usage("It acts for each caller; leave out --owner, and give --shared with --tenant.");
  }
  const { provider, secrets } = await knownClient(making);
  const about = defined({ audience, protocol: making.preset?.exchange });
  return { settings: { kind: "exchange", ...making.common, provider, ...about }, secrets };
}

async function onlyByLogin(): Promise<never> {
  throw usage("Add it with `login <server> --kind id-jag --through <login>`.");
}

/** Runs the authorization by a person. The grant is stored at once. */
async function ofOAuth(making: Making): Promise<Made> {
  const { flags, common, opened, context } = making;
  const proof = await readClientProof(making);
  const { secret: clientSecret } = proof;
  const found = await foundOf(making);
  const provider: Provider = readProvider(flags, found, proof);
  const login = { provider, ...defined({ clientSecret }) };
  const showing = { show: context.terminal.err, signal: context.signal };
  const granted = flags.device
    ? await byDevice(opened, { login, deviceUrl: found.deviceUrl, ...showing })
    : await opened.authorize({
        ...login,
        port: readWhole("--port", flags.port, { min: 0, max: 65_535 }) ?? 0,
        ...showing,
      });
  const secrets = clientSecret === undefined ? {} : { client_secret: clientSecret };
  return grantedTo({ provider, granted, common, secrets }, context);
}

async function byDevice(
  { signInDevice }: OpenedConnections,
  {
    deviceUrl,
    ...rest
  }: Omit<DeviceSigningIn, "deviceUrl"> & { readonly deviceUrl: string | undefined },
): Promise<Granted> {
  if (deviceUrl === undefined) throw new Refusal("authorization-failed", { because: "no-device" });
  return (await signInDevice({ deviceUrl, ...rest })).granted;
}

interface GrantedTo extends Pick<Making, "common"> {
  readonly provider: Provider;
  readonly granted: Granted;
  readonly secrets: Readonly<Record<string, Secret>>;
  /** Default: a person consented. */
  readonly how?: GrantedHow;
}

/** How a grant is renewed. */
export type GrantedHow =
  | { readonly kind: "oauth" }
  | { readonly kind: "client-credentials" }
  | { readonly kind: "id-jag"; readonly login: string };

/** Builds the connection of a grant, and prints the scopes that were withheld. */
export function grantedTo(
  { provider, granted, common, secrets, how = { kind: "oauth" } }: GrantedTo,
  { terminal, clock }: Pick<CommandContext, "terminal" | "clock">,
): Made {
  for (const scope of granted.withheld ?? []) {
    terminal.err(`The provider did not grant the scope ${printable(scope)}.`);
  }
  const moments = momentsOf(granted, clock.now());
  return {
    settings: { ...how, ...common, provider, ...moments },
    secrets: { ...secrets, ...fieldsOf(granted) },
  };
}
