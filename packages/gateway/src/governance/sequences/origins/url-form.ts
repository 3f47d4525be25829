const parts = /^([a-z][a-z0-9+.-]{0,15}):\/\/([^/?#]*)([^?#]*)([?#].*)?$/i;
const authority = /^([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::(\d{1,5}))?$/;
const defaultPorts: Readonly<Record<string, string>> = { http: "80", https: "443", ftp: "21" };

/** A link in parts, in normal form. */
export interface UrlParts {
  readonly scheme: string;
  /** With a port that is not the scheme's own. */
  readonly host: string;
  readonly path: string;
  /** The query and the fragment. */
  readonly rest: string;
}

/**
 * Reads a link. Undefined if its readers may disagree on the host: names and passwords, backslashes,
 * blanks, controls and letters beyond ASCII.
 */
export function readUrl(text: string): UrlParts | undefined {
  const found = unclear.test(text) ? null : parts.exec(text);
  if (found === null) return undefined;
  const scheme = groupOf(found, 1).toLowerCase();
  const host = authorityForm(groupOf(found, 2).toLowerCase(), scheme);
  if (host === undefined) return undefined;
  const path = withoutDots(unreserved(groupOf(found, 3)));
  return { scheme, host, path: path || "/", rest: unreserved(groupOf(found, 4)) };
}

function groupOf(found: RegExpExecArray, group: number): string {
  return found[group] ?? "";
}

const unclear = /[^!-~]|\\/;

function authorityForm(text: string, scheme: string): string | undefined {
  const [, host, port] = authority.exec(text) ?? [];
  if (host === undefined || host.includes("..")) return undefined;
  return port === undefined || port === defaultPorts[scheme] ? host : `${host}:${port}`;
}

/** The normal form of RFC 3986. */
export function urlForm(text: string): string | undefined {
  const url = readUrl(text);
  return url && `${url.scheme}://${url.host}${url.path}${url.rest}`;
}

/** Decodes what needs no escape, and writes the other escapes in upper case. */
function unreserved(text: string): string {
  if (!text.includes("%")) return text;
  return text.replaceAll(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase();
  });
}

function withoutDots(path: string): string {
  if (!path.includes("/.")) return path;
  const kept: string[] = [];
  const segments = path.split("/").slice(1);
  for (const [at, segment] of segments.entries()) {
    const isDots = segment === "." || segment === "..";
    if (segment === "..") kept.pop();
    if (!isDots) kept.push(segment);
    else if (at === segments.length - 1) kept.push("");
  }
  return `/${kept.join("/")}`;
}

/**
 * The normal form of a path. Undefined with `..`, whose meaning depends on links in the file system,
 * and where the text may name another machine.
 */
export function pathForm(text: string): string | undefined {
  const segments = text.split("/");
  if (segments.includes("..") || text.startsWith("//") || text.includes("\\")) return undefined;
  const kept = segments.filter((segment) => segment !== "" && segment !== ".");
  return `${text.startsWith("/") ? "/" : ""}${kept.join("/")}`;
}
