import type { z } from "zod";
import { pointerToken } from "../contract/pointer.ts";
import { isOneLine } from "../result/business-error.ts";

/** The error in a value and its place. Never contains the value. */
export interface Issue {
  readonly pointer: string;
  readonly message: string;
}

type ZodIssue = z.core.$ZodIssue;

/** Converts Zod's issues to our wording. Omits the caller's values and all long text. */
export function issuesOf(error: z.core.$ZodError): readonly Issue[] {
  return error.issues.flatMap((issue) => worded(issue, []));
}

function worded(issue: ZodIssue, above: readonly PropertyKey[]): readonly Issue[] {
  const path = [...above, ...issue.path];
  const near = issue.code === "invalid_union" ? nearForm(issue.errors) : undefined;
  if (near !== undefined) return near.flatMap((each) => worded(each, path));
  return [{ pointer: shownPointer(path), message: wordsFor(issue.code, issue) }];
}

// Picks the union member that was meant: the others differ in type altogether.
function nearForm(forms: readonly (readonly ZodIssue[])[]): readonly ZodIssue[] | undefined {
  const near = forms.filter(
    (issues) => !issues.some(({ code, path }) => code === "invalid_type" && path.length === 0),
  );
  return near.length === 1 ? near[0] : undefined;
}

/** Returns a pointer into an untrusted value, without untrusted key names. */
export function shownPointer(path: readonly PropertyKey[]): string {
  return path.map(shownStep).join("");
}

/** Formats issues as `/cardId: Expected text. /deck: …`, at most ten of them. */
export function sentenceOf(issues: readonly Issue[]): string {
  return linesOf(issues, 10).join(" ");
}

/** Returns one line per issue up to `max`, then the number of the rest. */
export function linesOf(issues: readonly Issue[], max: number): readonly string[] {
  const shown = issues.slice(0, max).map(({ pointer, message }) => `${pointer || "/"}: ${message}`);
  const rest = issues.length - shown.length;
  return rest > 0 ? [...shown, `and ${rest} more.`] : shown;
}

type Code = ZodIssue["code"];
type IssueOf = { readonly [Each in Code]: Extract<ZodIssue, { readonly code: Each }> };
type Words = { readonly [Each in Code]: (issue: IssueOf[Each]) => string };

const words: Words = {
  invalid_type: ({ expected, input }) => `Expected ${nounFor(expected)}, got ${kindOf(input)}.`,
  too_small: ({ exact, inclusive, minimum, origin }) =>
    `Expected ${exact === true ? "exactly" : atLeast(inclusive)} ${String(minimum)}${unitOf(origin)}.`,
  too_big: ({ exact, inclusive, maximum, origin }) =>
    `Expected ${exact === true ? "exactly" : atMost(inclusive)} ${String(maximum)}${unitOf(origin)}.`,
  unrecognized_keys: ({ keys }) =>
    `Expected only known keys, got ${keys.slice(0, 5).map(shownKey).join(", ")}.`,
  invalid_value: ({ values }) =>
    `Expected ${values.length === 1 ? "" : "one of "}${values.slice(0, 10).map(shownValue).join(", ")}.`,
  invalid_format: ({ format }) => `Expected ${formatFor(format)}.`,
  not_multiple_of: ({ divisor }) => `Expected a multiple of ${divisor}.`,
  invalid_union: () => "Expected exactly one of the allowed forms.",
  invalid_key: () => "Expected keys of the declared form.",
  invalid_element: () => "Expected members of the declared form.",
  // The author of the tool wrote this sentence for callers.
  custom: ({ message }) =>
    isOneLine(message) ? message : "Expected a value that the tool allows.",
};

function wordsFor<Each extends Code>(code: Each, issue: IssueOf[Each]): string {
  return words[code](issue);
}

const nouns: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  never: "nothing",
  null: "null",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "text",
  tuple: "a list",
};

function nounFor(expected: string): string {
  return Object.hasOwn(nouns, expected) ? String(nouns[expected]) : "another kind of value";
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return nounFor(typeof value);
}

const units: Readonly<Record<string, string>> = {
  string: " characters",
  array: " items",
  record: " keys",
};

function unitOf(origin: string): string {
  return units[origin] ?? "";
}

function atLeast(inclusive: boolean | undefined): string {
  return inclusive === false ? "more than" : "at least";
}

function atMost(inclusive: boolean | undefined): string {
  return inclusive === false ? "less than" : "at most";
}

const formats: Readonly<Record<string, string>> = {
  date: "a date such as 2026-01-31",
  datetime: "a date and time such as 2026-01-31T12:00:00Z",
  email: "an email address",
  guid: "a UUID",
  uri: "a URL",
  url: "a URL",
  uuid: "a UUID",
};

function formatFor(format: string): string {
  return Object.hasOwn(formats, format) ? String(formats[format]) : "text of the declared form";
}

// Untrusted key names can hold anything, so we repeat only those that look like names.
const looksLikeName = /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/;

function shownStep(token: PropertyKey): string {
  if (typeof token === "number") return pointerToken(token);
  return typeof token === "string" && looksLikeName.test(token) ? pointerToken(token) : "/(key)";
}

function shownKey(key: string): string {
  return looksLikeName.test(key) ? `"${key}"` : "one that is no usual name";
}

function shownValue(value: unknown): string {
  return typeof value === "string" && value.length > 50 ? "(a longer text)" : JSON.stringify(value);
}
