import { isJsonArray, isJsonObject, type JsonValue, own, valueAt } from "@toolcourt/sdk";
import { isSecretPlace, kindOf, printable, shortForm } from "./short-form.ts";

/** A problem with a value, and its position. */
export interface Issue {
  /** JSON Pointer into the value. */
  readonly pointer: string;
  /** Expectation and actual value, in one line. */
  readonly message: string;
  /** Names of properties that the place lacks. Default: it lacks none. */
  readonly missing?: readonly string[];
}

/** Failure from either validator: the keyword, its value, and the position. */
export interface Failure {
  readonly keyword: string;
  readonly pointer: string;
  /** The keyword's value, or its relevant part. */
  readonly expected: JsonValue | undefined;
}

const maxPointerLength = 200;
const maxIssues = 8;
const maxChoices = 8;

/** Returns at most a handful of issues: longer lists go unread. */
export function issuesOf(failures: readonly Failure[], value: JsonValue): readonly Issue[] {
  const seen = new Set<string>();
  const issues: Issue[] = [];
  for (const failure of failures) {
    const issue = issueOf(failure, value);
    const key = `${issue.pointer} ${issue.message}`;
    if (seen.has(key)) continue;
    seen.add(key);
    issues.push(issue);
    if (issues.length === maxIssues) break;
  }
  return issues;
}

export function issueOf(failure: Failure, root: JsonValue): Issue {
  const { pointer } = failure;
  const value = valueAt(root, pointer);
  const came = isSecretPlace(pointer) ? kindOf(value) : shortForm(value);
  return {
    pointer: printable(pointer, maxPointerLength),
    message: `expected ${expectation(failure, value)}, got ${came}`,
    ...missingIn(failure, value),
  };
}

const demands = new Set(["required", "dependentRequired", "dependencies"]);

function missingIn(
  { keyword, expected }: Failure,
  value: JsonValue | undefined,
): Pick<Issue, "missing"> {
  const names = demands.has(keyword) ? absentOf(expected, value) : [];
  return names.length === 0 ? {} : { missing: names.slice(0, maxChoices) };
}

function absentOf(
  expected: JsonValue | undefined,
  value: JsonValue | undefined,
): readonly string[] {
  const names = isJsonArray(expected) ? expected : [expected];
  return names.filter(
    (name): name is string =>
      typeof name === "string" && isJsonObject(value) && own(value, name) === undefined,
  );
}

/** Words the requirement of a keyword, without the actual value. */
export function expectationOf(failure: Failure): string {
  return expectation(failure, undefined);
}

type Expectation = (expected: JsonValue | undefined, value: JsonValue | undefined) => string;

function expectation({ keyword, expected }: Failure, value: JsonValue | undefined): string {
  const words = expectations.get(keyword);
  const isTold = expected !== undefined || selfEvident.has(keyword);
  return words === undefined || !isTold
    ? `a value that \`${printable(keyword)}\` allows`
    : words(expected, value);
}

/** Keywords that need no value to be understood. */
const selfEvident = new Set(
  "additionalProperties unevaluatedProperties unevaluatedItems uniqueItems contains not anyOf oneOf if false".split(
    " ",
  ),
);

const expectations: ReadonlyMap<string, Expectation> = new Map<string, Expectation>([
  ["type", (expected) => choice(isJsonArray(expected) ? expected.map(word) : [word(expected)])],
  ["const", (expected) => literal(expected)],
  ["enum", (expected) => `one of ${choices(expected)}`],
  ["required", (expected, value) => `the property ${missing(expected, value)}`],
  ["dependentRequired", (expected, value) => `the property ${missing(expected, value)}`],
  ["dependencies", (expected, value) => `the property ${missing(expected, value)}`],
  ["additionalProperties", () => "no property of this name"],
  ["unevaluatedProperties", () => "no property of this name"],
  ["propertyNames", (expected) => `other property names than ${quoted(expected)}`],
  ["items", (expected) => `at most ${amount(expected, "item")}`],
  ["additionalItems", (expected) => `at most ${amount(expected, "item")}`],
  ["unevaluatedItems", () => "no further items"],
  ["minimum", (expected) => `at least ${word(expected)}`],
  ["maximum", (expected) => `at most ${word(expected)}`],
  ["exclusiveMinimum", (expected) => `more than ${word(expected)}`],
  ["exclusiveMaximum", (expected) => `less than ${word(expected)}`],
  ["multipleOf", (expected) => `a multiple of ${word(expected)}`],
  ["minLength", (expected) => `at least ${amount(expected, "character")}`],
  ["maxLength", (expected) => `at most ${amount(expected, "character")}`],
  ["minItems", (expected) => `at least ${amount(expected, "item")}`],
  ["maxItems", (expected) => `at most ${amount(expected, "item")}`],
  ["minProperties", (expected) => `at least ${amount(expected, "property")}`],
  ["maxProperties", (expected) => `at most ${amount(expected, "property")}`],
  ["pattern", (expected) => `text that matches ${printable(word(expected), 80)}`],
  ["uniqueItems", () => "items that all differ"],
  ["contains", () => "an item that matches `contains`"],
  ["minContains", (expected) => `at least ${amount(expected, "item")} that match \`contains\``],
  ["maxContains", (expected) => `at most ${amount(expected, "item")} that match \`contains\``],
  ["not", () => "a value that the schema under `not` refuses"],
  ["anyOf", () => "a value that fits at least one of the alternatives"],
  ["oneOf", () => "a value that fits exactly one of the alternatives"],
  ["if", () => "a value that fits the branch its `if` chose"],
  ["false", () => "nothing here"],
]);

function missing(expected: JsonValue | undefined, value: JsonValue | undefined): string {
  if (!isJsonArray(expected)) return quoted(expected);
  const absent = absentOf(expected, value);
  return choices(absent.length > 0 ? absent : expected);
}

function word(value: JsonValue | undefined): string {
  return typeof value === "object" || value === undefined ? shortForm(value) : String(value);
}

function quoted(name: JsonValue | undefined): string {
  return `"${printable(word(name))}"`;
}

function literal(value: JsonValue | undefined): string {
  if (typeof value === "string") return quoted(value);
  return shortForm(value);
}

function choices(values: JsonValue | undefined): string {
  if (!isJsonArray(values)) return literal(values);
  const shown = values.slice(0, maxChoices).map(literal).join(", ");
  return values.length > maxChoices ? `${shown} or ${values.length - maxChoices} more` : shown;
}

function choice(words: readonly string[]): string {
  return words.map((each) => printable(each)).join(" or ");
}

function amount(count: JsonValue | undefined, thing: string): string {
  if (count === 1) return `1 ${thing}`;
  return `${word(count)} ${thing === "property" ? "properties" : `${thing}s`}`;
}
