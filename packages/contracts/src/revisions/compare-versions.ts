import { isSemanticVersion } from "@toolcourt/sdk/rules";

export interface Version {
  readonly numbers: readonly [major: number, minor: number, patch: number];
  readonly prerelease: readonly string[];
}

/** Undefined unless the text is a version by semver.org. */
export function readVersion(text: string | undefined): Version | undefined {
  if (text === undefined || !isSemanticVersion(text)) return undefined;
  const [plain = ""] = text.split("+");
  const [core = ""] = plain.split("-");
  const prerelease = plain.slice(core.length + 1);
  return {
    numbers: numbersOf(core),
    prerelease: prerelease === "" ? [] : prerelease.split("."),
  };
}

function numbersOf(core: string): Version["numbers"] {
  const [major = 0, minor = 0, patch = 0] = core.split(".").map(Number);
  return [major, minor, patch];
}

/** Negative if the first precedes the second in semver.org order. */
export function compareVersions(first: Version, second: Version): number {
  const byNumber = first.numbers.map((each, at) => each - (second.numbers[at] ?? 0));
  const step = byNumber.find((each) => each !== 0);
  return step ?? comparePrereleases(first.prerelease, second.prerelease);
}

/** Tells whether the second version may break callers of the first. */
export function raisesMajor(first: Version, second: Version): boolean {
  const [major, minor] = first.numbers;
  const [nextMajor, nextMinor] = second.numbers;
  return nextMajor > major || (major === 0 && nextMajor === 0 && nextMinor > minor);
}

function comparePrereleases(first: readonly string[], second: readonly string[]): number {
  // A release follows all of its prereleases.
  if (first.length === 0 || second.length === 0) return second.length - first.length;
  const length = Math.min(first.length, second.length);
  for (let at = 0; at < length; at += 1) {
    const step = compareParts(first[at] ?? "", second[at] ?? "");
    if (step !== 0) return step;
  }
  return first.length - second.length;
}

function compareParts(first: string, second: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(first), /^\d+$/.test(second)];
  if (isNumber && isOtherNumber) return Number(first) - Number(second);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
