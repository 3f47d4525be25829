import { type Concealment, isHarmless } from "./conceal.ts";

/** A header as a client or a registry gives it. The value may be for the client to fill in. */
export interface GivenHeader {
  readonly name: string;
  readonly value: string;
}

/** The gateway sets these itself and refuses a configuration that names one. */
const ofMessages =
  /^(?:accept|accept-encoding|connection|content-.*|expect|host|keep-alive|last-event-id|mcp-.*|proxy-.*|te|trailer|transfer-encoding|upgrade|x-forwarded-host|x-http-method.*|x-method-override|x-original-.*|x-rewrite-url)$/;

export interface FoundHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

/** Takes over headers as references. A value is copied only if it is plainly harmless. */
export function foundHeaders(
  server: string,
  given: readonly GivenHeader[],
  reference: Concealment["reference"],
): FoundHeaders {
  const seen = new Set<string>();
  const headers: Record<string, string> = {};
  const odd: string[] = [];
  for (const { name, value } of given) {
    const lower = name.toLowerCase();
    if (seen.has(lower) || !isHeaderName(lower) || ofMessages.test(lower)) odd.push(name);
    else headers[name] = shownValue(server, { name, value }, reference);
    seen.add(lower);
  }
  const notes = odd.length === 0 ? [] : [`Not taken over: the headers ${odd.join(", ")}.`];
  return { headers, notes };
}

function isHeaderName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]{1,128}$/.test(name);
}

function shownValue(
  server: string,
  { name, value }: GivenHeader,
  reference: Concealment["reference"],
): string {
  if (value !== "" && isHarmless(name, value)) return value;
  // A scheme is public, and a variable is easier to set without it.
  const [, scheme, token] = /^(bearer|basic|token) +(\S+)$/i.exec(value) ?? [];
  if (scheme === undefined || token === undefined) {
    return reference(`${server}_${name}`, value, server);
  }
  return `${scheme} ${reference(`${server}_token`, token, server)}`;
}
