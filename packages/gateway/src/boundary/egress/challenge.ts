import { defined } from "@toolcourt/contracts/internal/kernel/defined";

/**
 * What a server demands in `WWW-Authenticate` (RFC 6750, RFC 9728). Limited to strict forms, since
 * the server wrote it.
 */
export interface Challenge {
  /** The address of the metadata of the protected resource. Unset if the server names none. */
  readonly resourceMetadata?: string;
  /** The required scopes, separated by spaces. Unset if the server names none. */
  readonly scope?: string;
  /** Such as `invalid_token` or `insufficient_scope`. Unset for a request without a token. */
  readonly error?: string;
}

const maxLength = 8_192;

/** The next word of the header, and its value if it is a parameter. */
const part = /[\s,]*([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))?/gy;

/** Reads the Bearer challenge of a header. Undefined if there is none, or it is bare. */
export function readChallenge(header: string | undefined): Challenge | undefined {
  if (header === undefined || header.length > maxLength) return undefined;
  const said = bearerParameters(header);
  if (said.size === 0) return undefined;
  return defined({
    resourceMetadata: readAddress(said.get("resource_metadata")),
    scope: readScope(said.get("scope")),
    error: /^[a-z_]{1,40}$/.exec(said.get("error") ?? "")?.[0],
  });
}

/** A header may contain challenges of several schemes. Their parameters follow the scheme. */
function bearerParameters(header: string): ReadonlyMap<string, string> {
  const bearer = new Map<string, string>();
  let current: Map<string, string> | undefined;
  for (const [, word = "", quoted, bare] of header.matchAll(part)) {
    const value = quoted?.replace(/\\(.)/g, "$1") ?? bare;
    const name = word.toLowerCase();
    if (value !== undefined) setOnce(current, name, value);
    else current = name === "bearer" ? bearer : undefined;
  }
  return bearer;
}

function setOnce(map: Map<string, string> | undefined, name: string, value: string): void {
  if (map?.has(name) === false) map.set(name, value);
}

function readAddress(text = ""): string | undefined {
  const url = text.length > 2_048 ? null : URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  return url.username === "" && url.password === "" ? url.href : undefined;
}

const maxScope = 2_048;

/** Returns scopes of the form of RFC 6749, 3.3, each once. Undefined for any other text. */
export function readScope(text: string | undefined): string | undefined {
  if (text === undefined || text.length > maxScope) return undefined;
  const scopes = text.split(" ").filter((each) => each !== "");
  const isValid = scopes.every((each) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(each));
  return isValid && scopes.length > 0 ? [...new Set(scopes)].join(" ") : undefined;
}
