export const secretKinds = [
  "token",
  "assigned",
  "password",
  "header",
  "url-credentials",
  "private-key",
  "identifier",
] as const;

/** Kind of a found secret, for the counts. An `identifier` grants no access by itself. */
export type SecretKind = (typeof secretKinds)[number];

/** One pattern that recognizes a secret. */
export interface SecretPattern {
  readonly kind: SecretKind;
  /** Lower-case texts, one of which occurs in every match. The match is tried only at these. */
  readonly anchors: readonly string[];
  /** Distances from the start of a match to its anchor. Default: 0. */
  readonly before?: readonly number[];
  /**
   * Sticky, with every repetition bounded. A group named `hide` must end the match, and only it is
   * redacted.
   */
  readonly match: RegExp;
  readonly accepts?: (match: RegExpExecArray, text: string) => boolean;
}

/** Returns the part of a match to redact. */
export function hiddenPart(match: RegExpExecArray): string {
  return match.groups?.["hide"] ?? match[0];
}
