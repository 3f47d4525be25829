import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { connectionName } from "@toolcourt/gateway/internal/boundary/connections/find-connection";
import type { Preset } from "@toolcourt/gateway/internal/boundary/connections/presets";
import type {
  ConnectionSettings,
  Provider,
} from "@toolcourt/gateway/internal/boundary/connections/settings";
import { isReserved } from "@toolcourt/gateway/internal/boundary/egress/request-headers";
import { readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { type CommandContext, usage } from "../../command.ts";
import type { ConnectionFlags } from "./flags.ts";
import type { ClientProof } from "./read-client.ts";

type Common = Pick<ConnectionSettings, "origins" | "users" | "levels" | "tiers" | "expiresAt">;

const word = /^[A-Za-z][\w.-]{0,63}$/;
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]{1,128}$/;

export function readName(name: string): string {
  if (connectionName.test(name)) return name;
  throw usage("Name the connection with letters, digits, dots, dashes and underscores.");
}

/** Reads the flags shared by all kinds. */
export function readCommon(flags: ConnectionFlags): Common {
  if (flags.origin.length === 0) throw usage("Name with --origin where its credential may go.");
  return readShared(
    flags,
    flags.origin.map((origin) => readOrigin(origin, flags.private)),
  );
}

/** Reads who may use a connection to these origins, and for what. */
export function readShared(flags: ConnectionFlags, origins: readonly string[]): Common {
  const expiresAt = readMoment(flags.expiresAt);
  return {
    origins: [...origins],
    users: flags.shared ? "tenant" : "owner",
    levels: readLevels(flags.level),
    tiers: flags.tier.map((tier) => readWord(tier, "--tier")),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** Returns undefined if the flag is missing. */
export function readMoment(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const moment = isTime ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment)) throw usage("Give --expires-at as 2027-01-31T00:00:00Z.");
  return moment;
}

function readOrigin(text: string, isPrivate: boolean): string {
  const url = URL.parse(text);
  const isPlain = url !== null && (url.origin === text || `${url.origin}/` === text);
  if (!isPlain || !isSafe(url, isPrivate)) {
    throw usage("An origin is https:// and a host, such as https://api.example.com.");
  }
  return url.origin;
}

/** Allows HTTP without TLS only on private or loopback addresses. */
function isSafe({ protocol, hostname }: URL, isPrivate: boolean): boolean {
  return protocol === "https:" || (protocol === "http:" && (isPrivate || isLoopback(hostname)));
}

function readLevels(written: readonly string[]): ConnectionSettings["levels"] {
  const pairs = written.map((text) => {
    const [, name, value] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      throw usage("Write --level as name=value, or name=any.");
    }
    return { name: readWord(name, "--level"), value };
  });
  const byName = Map.groupBy(pairs, ({ name }) => name);
  return Object.fromEntries(
    [...byName].map(([name, each]) => {
      const values = each.map(({ value }) => value);
      return [name, values.includes("any") ? "any" : values];
    }),
  );
}

function readWord(text: string, flag: string): string {
  if (word.test(text)) return text;
  throw usage(`A name given with ${flag} begins with a letter and has no blanks.`);
}

export function readHeaderName(text: string): string {
  const name = text.toLowerCase();
  if (!headerName.test(name)) throw usage("This is not a header name.");
  if (isReserved(name)) throw usage(`The header ${name} cannot carry a credential.`);
  return name;
}

/** What is known about a provider beside the flags: by discovery, or by a preset. */
export type FoundProvider = Partial<Provider> & Partial<Pick<Preset, "deviceUrl" | "secretProof">>;

/** Reads the token provider. Given addresses take precedence over discovered ones. */
export function readProvider(
  flags: ConnectionFlags,
  found: FoundProvider,
  client: ClientProof,
): Provider {
  const { clientId, scope = found.scope, resource } = flags;
  if (clientId === undefined) throw usage("Give --client-id the client id at the provider.");
  const tokenUrl = readEndpoint(flags.tokenUrl) ?? found.tokenUrl;
  if (tokenUrl === undefined) throw usage("Name the provider with --issuer, or with --token-url.");
  return {
    ...defined({ ...placesOf(flags, found), ...ofProof(found, client), scope, resource }),
    tokenUrl,
    clientId,
    clientProof: client.proof ?? defaultProof(client, found),
    isPrivate: found.isPrivate ?? flags.private,
  };
}

function placesOf(flags: ConnectionFlags, found: FoundProvider) {
  return {
    issuer: found.issuer ?? flags.issuer,
    authorizeUrl: readEndpoint(flags.authorizeUrl) ?? found.authorizeUrl,
    revokeUrl: readEndpoint(flags.revokeUrl) ?? found.revokeUrl,
    namesItself: found.namesItself,
  };
}

/** Only a private key signs for an audience. */
function ofProof({ proofAudience }: FoundProvider, { proof, keyId, thumbprint }: ClientProof) {
  return { keyId, thumbprint, proofAudience: proof === "jwt" ? proofAudience : undefined };
}

function defaultProof(
  { secret }: ClientProof,
  { secretProof }: FoundProvider,
): Provider["clientProof"] {
  return secret === undefined ? "none" : (secretProof ?? "basic");
}

export function readEndpoint(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url === null || url.hash !== "" || url.username !== "" || !isSafe(url, false)) {
    throw usage("An address of a provider begins with https://.");
  }
  return url.href;
}

const maxMb = 1;

/** Shorter secrets cannot be redacted: they would match parts of ordinary words. */
const minLength = 8;

/** Reads secrets from files, from standard input (one secret only), or from a terminal prompt. */
export function createReadSecret(
  context: CommandContext,
): (file: string, flag: string) => Promise<string> {
  const { askSecret } = context;
  let isInputRead = false;
  const written = (file: string, flag: string): Promise<string> => {
    if (file !== "-") return readText(file, context, maxMb).catch(hiding(file, flag));
    if (askSecret !== undefined) return askSecret(`What ${flag} stands for, which is not shown: `);
    if (isInputRead) throw usage("Standard input holds one secret, not two.");
    isInputRead = true;
    return readText(file, context, maxMb);
  };
  return async (file, flag) => {
    const text = (await written(file, flag)).replace(/\r?\n$/, "");
    if (text === "") throw usage(`What ${flag} names is empty.`);
    // The secret goes into a header. The error must not quote it.
    if (!/^[\x20-\x7e]{1,65536}$/.test(text)) {
      throw usage(`What ${flag} names is not one line of plain characters.`);
    }
    if (text.length < minLength) throw usage(`What ${flag} names has fewer than 8 characters.`);
    return text;
  };
}

/** Tells whether a text is surely the name of a file, and not a secret in its place. */
export function isFileName(text: string): boolean {
  return text === "-" || /^[^=]{1,120}\.(?:txt|pem|key|json|jwk|crt|cer)$/i.test(text);
}

/** Users give the secret itself where its file is expected. The error must not repeat it. */
function hiding(file: string, flag: string): (error: unknown) => never {
  return (error) => {
    if (isFileName(file) || !hasCode(error, "file-unreadable")) throw error;
    const { because } = error.details;
    throw new Refusal("file-unreadable", { file: `what ${flag} names`, because });
  };
}

/** Returns the named file, or `-` to prompt at the terminal. Undefined without a terminal. */
export function namedOrAsked(
  file: string | undefined,
  { askSecret }: CommandContext,
): string | undefined {
  return file ?? (askSecret && "-");
}
