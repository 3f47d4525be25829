/** Major, minor and patch without leading zeros, then a pre-release and build metadata if there are any. */
const semanticVersion =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

/** Whether a text is a version as semver.org defines it. Longer than any real one is none. */
export function isSemanticVersion(text: string): boolean {
  return text.length <= 256 && semanticVersion.test(text) && !hasLeadingZero(text);
}

// Numeric parts of a pre-release take no leading zeros either; those of a build do.
function hasLeadingZero(text: string): boolean {
  const [version = ""] = text.split("+");
  const [, ...prerelease] = version.split("-");
  return prerelease
    .join("-")
    .split(".")
    .some((part) => /^0\d+$/.test(part));
}
