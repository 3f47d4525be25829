import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { connectionName } from "@toolcourt/gateway/internal/boundary/connections/find-connection";
import type {
  ConnectionSettings,
  Provider,
} from "@toolcourt/gateway/internal/boundary/connections/settings";
import { isReserved } from "@toolcourt/gateway/internal/boundary/egress/request-headers";
import { connectionUsage as usage } from "./connection-usage.ts";
import type { ConnectionFlags } from "./flags.ts";

type Common = Pick<ConnectionSettings, "origins" | "users" | "levels" | "tiers" | "expiresAt">;

const word = /^[A-Za-z][\w.-]{0,63}$/;
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]{1,128}$/;

export function readName(name: string): string {
  if (connectionName.test(name)) return name;
  throw usage("Name the connection with letters, digits, dots, dashes and underscores.");
}

/** Reads the flags shared by all kinds. */
export function readCommon(flags: ConnectionFlags): Common {
  if (flags.origin.length === 0) throw usage("Say with --origin where its credential may go.");
  const expiresAt = readMoment(flags.expiresAt);
  return {
    origins: flags.origin.map((origin) => readOrigin(origin, flags.private)),
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
  if (!headerName.test(name)) throw usage("This is no name of a header.");
  if (isReserved(name)) throw usage(`The header ${name} is none that a credential may stand in.`);
  return name;
}

/** Reads the token provider. Given addresses take precedence over discovered ones. */
export function readProvider(flags: ConnectionFlags, found: Partial<Provider> = {}): Provider {
  const { clientId, clientSecret, scope, resource } = flags;
  if (clientId === undefined) throw usage("Say with --client-id what the provider calls us.");
  const tokenUrl = readEndpoint(flags.tokenUrl) ?? found.tokenUrl;
  if (tokenUrl === undefined) throw usage("Name the provider with --issuer, or with --token-url.");
  const optional = {
    issuer: found.issuer ?? flags.issuer,
    authorizeUrl: readEndpoint(flags.authorizeUrl) ?? found.authorizeUrl,
    revokeUrl: readEndpoint(flags.revokeUrl) ?? found.revokeUrl,
    namesItself: found.namesItself,
    scope,
    resource,
  };
  return {
    ...withoutAbsent(optional),
    tokenUrl,
    clientId,
    clientProof: readProof(flags.clientProof, clientSecret),
    isPrivate: flags.private,
  };
}

function readProof(
  written: string | undefined,
  secret: string | undefined,
): Provider["clientProof"] {
  if (written === "basic" || written === "post" || written === "none") return written;
  return secret === undefined ? "none" : "basic";
}

function readEndpoint(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url === null || url.hash !== "" || url.username !== "" || !isSafe(url, false)) {
    throw usage("An address of a provider begins with https://.");
  }
  return url.href;
}

type Given<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

function withoutAbsent<Values extends object>(values: Values): Given<Values> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only absent values were removed
  return Object.fromEntries(given) as Given<Values>;
}
