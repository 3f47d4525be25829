export const secretKinds = [
  "token",
  "assigned",
  "password",
  "header",
  "url-credentials",
  "private-key",
  "identifier",
] as const;

/** What a found secret is, for the counts. An `identifier` opens nothing by itself. */
export type SecretKind = (typeof secretKinds)[number];

/** One way in which a secret gives itself away. */
export interface SecretPattern {
  readonly kind: SecretKind;
  /** Small texts, one of which stands in every match. Only where one is found is the match tried. */
  readonly anchors: readonly string[];
  /** How far before the anchor a match begins. */
  readonly before?: readonly number[];
  /**
   * Sticky, with a bound on every repetition. Where a group is named `hide`, it ends the match and only it
   * is hidden.
   */
  readonly match: RegExp;
  readonly accepts?: (match: RegExpExecArray, text: string) => boolean;
}

/** The text that a match wants hidden. */
export function hiddenPart(match: RegExpExecArray): string {
  return match.groups?.["hide"] ?? match[0];
}
