/** The names in braces, in their order. */
export function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
}

/** Why a path could lead elsewhere than it seems to, if it could. */
export function whyNotPath(path: string): string | undefined {
  if (path.length > longestPath) return "The path is too long.";
  if (!path.startsWith("/")) return "The path must start with a slash.";
  const fixed = path.replaceAll(/\{[^{}]+\}/g, "x");
  if (!plainPath.test(fixed)) return "The path has characters that a path cannot have.";
  const leadsOut = fixed.startsWith("//") || /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(fixed);
  return leadsOut ? "The path leads out of its place." : undefined;
}

/** Whether operations can be put behind a path: it starts with a slash unless it is empty, and ends with none. */
export function isBasePath(path: string): boolean {
  const isEven = !/[{}]|\/\/|\/$/.test(path);
  return path === "" || (isEven && whyNotPath(path) === undefined);
}

const longestPath = 2_000;

/** RFC 3986, 3.3: no question mark and no number sign, which would start something else. */
const plainPath = /^(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*$/i;
