import { percentDecoded } from "@toolcourt/contracts/internal/kernel/percent-decoded";
import type { Secret } from "../boundary/secrets/secret.ts";
import type { AuthorityConfig } from "../config/config.ts";
import type { ConsoleConfig } from "../config/console.ts";
import type { EgressConfig } from "../config/egress.ts";
import type { HostConfig } from "../config/host.ts";
import { secretArguments } from "../config/secret-arguments.ts";
import type { Transport } from "../upstreams/transport.ts";

/** Shorter values are not treated as secrets: redacting them would damage ordinary text. */
const minSecret = 8;
/** A password is certainly secret, so the minimum is lower. */
const minPassword = 6;

/**
 * Returns the credentials that we give to servers. They must not come back in a result or any other
 * server text.
 */
export function secretsIn(transports: readonly Transport[]): readonly string[] {
  return transports.flatMap((transport) =>
    transport.kind === "stdio"
      ? [...inEnvironment(transport), ...inArguments(transport.args)]
      : inAddress(transport.url),
  );
}

/**
 * Returns digits whose name denotes a count or an id. They are redacted in text like other
 * settings, but kept as JSON numbers.
 */
export function plainDigitsIn(transports: readonly Transport[]): ReadonlySet<string> {
  const named = transports.flatMap((transport) =>
    transport.kind === "stdio" ? Object.entries(transport.env) : [...transport.url.searchParams],
  );
  const plain = named.filter(([name, value]) => /^\d+$/.test(value) && isOfNumber(name));
  return new Set(plain.map(([, value]) => value));
}

const ofNumbers =
  /(?:^|[_.-]|(?<=[a-z])(?=[A-Z]))(?:ids?|account|board|bytes|channel|chat|count|date|day|group|guild|length|limit|max|min|ms|num|number|org|page|phone|port|project|seconds|since|size|team|tenant|time|timeout|ttl|until|user|version|workspace|year)(?![a-z])/i;

/** A name that matches both is a secret: `ACCOUNT_PIN`. */
const ofSecrets = /auth|code|credential|key|pass|pin|pwd?|secret|token/i;

function isOfNumber(name: string): boolean {
  return ofNumbers.test(name) && !ofSecrets.test(name);
}

/** Returns the key of the egress gateway, which a target behind it could echo. */
export function secretsOfEgress({ gateway }: EgressConfig): readonly string[] {
  const key = gateway.kind === "required" ? gateway.through?.key?.value : undefined;
  return key === undefined || key.length < minPassword ? [] : [key];
}

/** Returns the key of the model, which a tool or the model could echo. */
export function secretsOfModel({ model }: HostConfig): readonly string[] {
  return model?.key === undefined || model.key.length < minPassword ? [] : [model.key];
}

/** Returns the secret of our client at the issuer of the console's login. */
export function secretsOfLogin({ login }: ConsoleConfig): readonly string[] {
  const secret = login?.clientSecret;
  return secret === undefined || secret.length < minPassword ? [] : [secret];
}

/** The passwords of the stores. */
export function secretsOfStores(stores: AuthorityConfig["stores"]): readonly string[] {
  const { url, redis, cosmos } = stores;
  const identity = cosmos?.connection;
  const clientSecret = identity?.kind === "client-credentials" ? identity.clientSecret : "";
  const inAddresses = [url, redis].flatMap((address) => {
    const parsed = address === undefined ? null : URL.parse(address);
    return parsed === null ? [] : inAddress(parsed);
  });
  return clientSecret.length < minPassword ? inAddresses : [...inAddresses, clientSecret];
}

/** Returns the headers that only MCP servers get. */
export function secretsOfServers(transports: readonly Transport[]): readonly Secret[] {
  return transports.flatMap((transport) =>
    transport.kind === "stdio" ? [] : (transport.headers?.secrets ?? []),
  );
}

/** Returns the values of headers that we send, without a scheme such as `Bearer`. */
export function secretsOfHeaders(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(headers)
    .map((value) => value.replace(/^\w+ (?=\S+$)/, ""))
    .filter((value) => value.length >= minSecret);
}

function inEnvironment({ env, plainNames = [] }: Transport<"stdio">): readonly string[] {
  return Object.entries(env)
    .filter(([name, value]) => value.length >= minSecret && !plainNames.includes(name))
    .map(([, value]) => value);
}

/**
 * Returns the values of secret flags, and passwords in addresses. Queries vary too much and are
 * kept.
 */
function inArguments(args: readonly string[]): readonly string[] {
  const addresses = args.flatMap((each) => URL.parse(each.split("?")[0] ?? "") ?? []);
  const given = secretArguments(args).filter((value) => value.length >= minPassword);
  return [...given, ...addresses.flatMap(inAddress)];
}

/**
 * Returns all forms in which a server may echo a credential: as in the address, decoded, or as in
 * the header.
 */
function inAddress({ username, password, searchParams }: URL): readonly string[] {
  const values = [...searchParams.values()].filter((value) => value.length >= minSecret);
  const asGiven = [password, percentDecoded(password)].filter((text) => text.length >= minPassword);
  const header =
    password === "" ? [] : [base64Of(`${percentDecoded(username)}:${percentDecoded(password)}`)];
  return [...values, ...values.map(encodeURIComponent), ...asGiven, ...header];
}

function base64Of(text: string): string {
  return Buffer.from(text).toString("base64");
}
