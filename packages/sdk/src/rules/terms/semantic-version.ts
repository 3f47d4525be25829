/**
 * Major, minor and patch without leading zeros, then an optional pre-release and build metadata.
 */
const semanticVersion =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

/**
 * Returns whether a text is a version as semver.org defines it. Rejects text longer than any real
 * version.
 *
 * @example
 * ```ts
 * isSemanticVersion("1.0.0-rc.1"); // true
 * isSemanticVersion("v1.0"); // false
 * ```
 */
export function isSemanticVersion(text: string): boolean {
  return text.length <= 256 && semanticVersion.test(text) && !hasLeadingZero(text);
}

// Numeric pre-release parts allow no leading zeros either. Build metadata does.
function hasLeadingZero(text: string): boolean {
  const [version = ""] = text.split("+");
  const [, ...prerelease] = version.split("-");
  return prerelease
    .join("-")
    .split(".")
    .some((part) => /^0\d+$/.test(part));
}
