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
export function redactedPart(match: RegExpExecArray): string {
  return match.groups?.["hide"] ?? match[0];
}

const templates = /^[$<{%[(]|\$\{|\{\{|\$\(|\}\}|^%\w+%$|^\*+$|^\.+$/;

const words =
  /your[_-]|_here$|^(?:test|my|the)?_?(?:password|passwd)$|replace[_-]?|change[_-]?me|example|placeholder|dummy|redacted|not[_-]a|^(?:null|none|nil|true|false|undefined|string|secret|token|xxx+)$/i;

/**
 * Tells whether a value is only a placeholder: a template, a documentation word, or one repeated
 * character.
 */
export function isPlaceholder(value: string): boolean {
  return templates.test(value) || words.test(value) || !hasDistinct(value, 2);
}

/** Tells whether character classes alternate as in a generated value. */
export function looksRandom(value: string): boolean {
  if (/^[0-9]{15,25}$/.test(value)) return true;
  if (!/[0-9]/.test(value) || !hasDistinct(value, 6)) return false;
  const { ofKind, ofDigit } = changesIn(value);
  // Words joined by capitals or a number change class less often.
  return ofDigit >= 3 || (value.length >= 14 && ofKind >= value.length * 0.3);
}

/**
 * Tells whether a value has this many distinct characters. Stops early: values are many and may be
 * long.
 */
function hasDistinct(value: string, minCount: number): boolean {
  const seen = new Set<string>();
  for (const character of value) {
    seen.add(character);
    if (seen.size >= minCount) return true;
  }
  return false;
}

interface Changes {
  readonly ofKind: number;
  readonly ofDigit: number;
}

function changesIn(value: string): Changes {
  let ofKind = 0;
  let ofDigit = 0;
  let last = kindAt(value, 0);
  for (let at = 1; at < value.length; at += 1) {
    const kind = kindAt(value, at);
    if (kind !== last) ofKind += 1;
    if ((kind === "digit") !== (last === "digit")) ofDigit += 1;
    last = kind;
  }
  return { ofKind, ofDigit };
}

function kindAt(value: string, at: number): "digit" | "large" | "small" | "other" {
  const code = value.charCodeAt(at);
  if (code >= 48 && code <= 57) return "digit";
  if (code >= 65 && code <= 90) return "large";
  return code >= 97 && code <= 122 ? "small" : "other";
}
