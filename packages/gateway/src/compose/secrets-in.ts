import type { AuthoritySettings } from "../config/config.ts";
import type { HostSettings } from "../config/host.ts";
import { secretArguments } from "../config/secret-arguments.ts";
import type { EgressSettings } from "../config/to-egress.ts";
import { percentDecoded } from "../foundation/kernel/percent-decoded.ts";
import type { Transport } from "../upstreams/transport.ts";

/** Shorter than this a value is no secret, and hiding it would eat honest text. */
const leastSecret = 8;
/** A password is one for certain, so a shorter one counts too. */
const leastPassword = 6;

/**
 * What we give to servers so that they let us in, or know who we are. It is ours to keep: it may not
 * come back in a result, nor in anything else that a server says.
 */
export function secretsIn(transports: readonly Transport[]): readonly string[] {
  return transports.flatMap((transport) =>
    transport.kind === "stdio"
      ? [...inEnvironment(transport.env), ...inArguments(transport.args)]
      : inAddress(transport.url),
  );
}

/**
 * Digits whose name says that they count something or say which one is meant. They are hidden in texts, like
 * everything else that a server is given, but a number of these digits is what the name says.
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

/** Whoever says both means a secret: `ACCOUNT_PIN`. */
const ofSecrets = /auth|code|credential|key|pass|pin|pwd?|secret|token/i;

function isOfNumber(name: string): boolean {
  return ofNumbers.test(name) && !ofSecrets.test(name);
}

/** What lets us through the gateway, which a target behind it could repeat. */
export function secretsOfEgress({ gateway }: EgressSettings): readonly string[] {
  const key = gateway.kind === "required" ? gateway.through?.key?.value : undefined;
  return key === undefined || key.length < leastPassword ? [] : [key];
}

/** What lets us in where a model is, which a tool or the model itself could repeat. */
export function secretsOfModel({ model }: HostSettings): readonly string[] {
  return model?.key === undefined || model.key.length < leastPassword ? [] : [model.key];
}

/** The passwords of the stores. */
export function secretsOfStores({ url, redis }: AuthoritySettings["stores"]): readonly string[] {
  return [url, redis].flatMap((address) => {
    const parsed = address === undefined ? null : URL.parse(address);
    return parsed === null ? [] : inAddress(parsed);
  });
}

/** What headers that we send say, without the word that says how: `Bearer`. */
export function secretsOfHeaders(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(headers)
    .map((value) => value.replace(/^\w+ (?=\S+$)/, ""))
    .filter((value) => value.length >= leastSecret);
}

function inEnvironment(env: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(env).filter((value) => value.length >= leastSecret);
}

/** What a flag for a secret gives, and passwords in addresses. Their queries are of any kind, and stay. */
function inArguments(args: readonly string[]): readonly string[] {
  const addresses = args.flatMap((each) => URL.parse(each.split("?")[0] ?? "") ?? []);
  const given = secretArguments(args).filter((value) => value.length >= leastPassword);
  return [...given, ...addresses.flatMap(inAddress)];
}

/** A server can repeat what it got as it stands in the address, as it means it, or as the header has it. */
function inAddress({ username, password, searchParams }: URL): readonly string[] {
  const values = [...searchParams.values()].filter((value) => value.length >= leastSecret);
  const asGiven = [password, percentDecoded(password)].filter(
    (text) => text.length >= leastPassword,
  );
  const header =
    password === "" ? [] : [base64Of(`${percentDecoded(username)}:${percentDecoded(password)}`)];
  return [...values, ...values.map(encodeURIComponent), ...asGiven, ...header];
}

function base64Of(text: string): string {
  return Buffer.from(text).toString("base64");
}
