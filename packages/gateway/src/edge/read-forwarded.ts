import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

/** What the headers of a named proxy say about a request. */
export type ForwardedReading =
  | { readonly kind: "malformed" }
  | {
      readonly kind: "read";
      /** The address of the client. Undefined if the proxy does not tell it. */
      readonly client?: string | undefined;
      /** The host that the client named. Undefined if the proxy does not tell it. */
      readonly host?: string | undefined;
    };

export type IsNamed = (address: string | undefined) => boolean;

const malformed = { kind: "malformed" } as const;
const maxHops = 32;

/** One proxy's word about the hop before it. */
interface Hop {
  /** As written. */
  readonly from: string | undefined;
  readonly host?: string | undefined;
}

/** Reads `X-Forwarded-For` and `X-Forwarded-Host`. */
export function readXForwarded(headers: IncomingHttpHeaders, isNamed: IsNamed): ForwardedReading {
  const [chain, host] = [textOf(headers["x-forwarded-for"]), textOf(headers["x-forwarded-host"])];
  // Two hosts: one of them may be the client's own.
  if (host?.includes(",") === true) return malformed;
  const hops = chain?.split(",").map((from): Hop => ({ from: from.trim() })) ?? [];
  const reading = outermost(hops, isNamed);
  return reading.kind === "malformed" ? reading : { ...reading, host: host?.trim() };
}

/** Reads `Forwarded` (RFC 7239). */
export function readForwarded(headers: IncomingHttpHeaders, isNamed: IsNamed): ForwardedReading {
  const text = textOf(headers.forwarded);
  if (text === undefined) return { kind: "read" };
  const hops = hopsIn(text);
  return hops === undefined ? malformed : outermost(hops, isNamed);
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === "string" || header === undefined ? header : header.join(",");
}

/**
 * Returns the hop that the outermost named proxy describes. Hops are read from the nearest one:
 * what is left of a client that is not named is that client's own claim.
 */
function outermost(hops: readonly Hop[], isNamed: IsNamed): ForwardedReading {
  if (hops.length > maxHops) return malformed;
  for (const [index, { from, host }] of hops.toReversed().entries()) {
    const client = addressOf(from);
    if (client === "malformed") return malformed;
    if (index === hops.length - 1 || !isNamed(client)) return { kind: "read", client, host };
  }
  return { kind: "read" };
}

/** Returns an address without brackets and port. Undefined for a hidden or unknown one. */
function addressOf(text: string | undefined): string | undefined {
  if (text === undefined || /^(?:unknown|_[\w.-]{1,64})(?::\w{1,64})?$/i.test(text))
    return undefined;
  const [, bracketed, plain = text] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? bracketed : "malformed";
  return isIP(plain) !== 0 ? plain : "malformed";
}

const pair =
  /[ \t]*(?<name>[\w!#$%&'*+.^`|~-]+)=(?:(?<bare>[\w!#$%&'*+.^`|~:[\]-]*)|"(?<quoted>[^"\\]*)")[ \t]*(?<end>[;,]|$)/y;

/** Returns the elements of the header. Undefined if it is malformed. */
function hopsIn(text: string): readonly Hop[] | undefined {
  const hops: Hop[] = [];
  let hop = new Map<string, string>();
  for (const { key, value, end } of pairsIn(text)) {
    if (end === undefined || hop.has(key)) return undefined;
    hop.set(key, value);
    if (end === ";") continue;
    hops.push({ from: hop.get("for"), host: hop.get("host") });
    hop = new Map();
  }
  return hops;
}

interface Pair {
  readonly key: string;
  readonly value: string;
  /** What follows: another pair, another element, or nothing. Undefined if it is malformed. */
  readonly end: string | undefined;
}

function* pairsIn(text: string): Generator<Pair> {
  pair.lastIndex = 0;
  for (let end: string | undefined = ","; end === "," || end === ";"; ) {
    const { name = "", bare = "", quoted = bare, ...rest } = pair.exec(text)?.groups ?? {};
    end = rest["end"];
    yield { key: name.toLowerCase(), value: quoted, end };
  }
}
