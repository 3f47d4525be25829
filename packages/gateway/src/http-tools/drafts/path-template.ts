/** Returns the names in braces, in order. */
export function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
}

/** Explains why a path could lead elsewhere. Undefined if it is safe. */
export function whyNotPath(path: string): string | undefined {
  if (path.length > maxPathLength) return "The path is too long.";
  if (!path.startsWith("/")) return "The path must start with a slash.";
  const fixed = path.replaceAll(/\{[^{}]+\}/g, "x");
  if (!plainPath.test(fixed)) return "The path has characters that a path cannot have.";
  const leadsOut = fixed.startsWith("//") || /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(fixed);
  return leadsOut ? "The path leads out of its place." : undefined;
}

/** Reports whether a path can be a base: empty, or with a leading and no trailing slash. */
export function isBasePath(path: string): boolean {
  const isEven = !/[{}]|\/\/|\/$/.test(path);
  return path === "" || (isEven && whyNotPath(path) === undefined);
}

const maxPathLength = 2_000;

/** RFC 3986, 3.3, without `?` and `#`, which would start a query or fragment. */
const plainPath = /^(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*$/i;
