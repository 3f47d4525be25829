import type { Verdict } from "@toolcourt/contracts/internal/schemas/checker";
import type { Validate } from "@toolcourt/contracts/internal/schemas/engine";
import type { Issue } from "@toolcourt/contracts/internal/schemas/issues";
import { isJsonObject, type JsonObject, type JsonValue, strings } from "@toolcourt/sdk";

/** Expected behavior of a server for an input, by the schema alone. */
export type Expectation =
  | { readonly kind: "accept" }
  /**
   * `broken` describes the mistakes in our words; `isUnknownOnly` tells whether they are only
   * unknown names.
   */
  | {
      readonly kind: "refuse";
      readonly broken: readonly Issue[];
      readonly isUnknownOnly: boolean;
    }
  /** Servers may legitimately differ here. */
  | { readonly kind: "either" };

export interface InputSchemas {
  /** As the gateway reads it: closed, with defaults filled in. */
  readonly closed: Validate;
  /** As it is written. */
  readonly written: Validate;
  /** As servers read it that enforce `format`. */
  readonly formatted: Validate;
}

/** Decides what to expect from a server for an input. Depends only on the input and the schema. */
export async function expectationFor(
  input: JsonObject,
  { closed, written, formatted }: InputSchemas,
): Promise<Expectation> {
  const [asClosed, asWritten] = await Promise.all([closed(input), written(input)]);
  if (isDisputed(input)) return { kind: "either" };
  if (asClosed.kind === "valid" && asWritten.kind === "valid") {
    const isPlain = !isHuge(input) && (await formatted(input)).kind === "valid";
    return { kind: isPlain ? "accept" : "either" };
  }
  // An open schema accepts unknown names, and a default may fill in a missing value.
  if (asClosed.kind === "valid" || asWritten.kind === "valid") return { kind: "either" };
  const broken = withoutValues(asWritten);
  const isUnknownOnly = broken.every(({ message }) => message === foreignName);
  return { kind: "refuse", broken, isUnknownOnly };
}

const foreignName = "wants no property of this name";

/** Removes the received values from the issues: they change while an input shrinks. */
function withoutValues(verdict: Verdict): readonly Issue[] {
  if (verdict.kind === "valid") return [];
  return verdict.issues.map(({ pointer, message }) => {
    const [expectation = ""] = message.split(", got ", 1);
    return { pointer, message: expectation.replace(/^expected /, "wants ") };
  });
}

/**
 * Two refusals are the same if the same rules are broken. The names of unknown properties do not
 * matter.
 */
export function isSameBreach(a: Expectation, b: Expectation): boolean {
  if (a.kind !== "refuse" || b.kind !== "refuse") return a.kind === b.kind;
  return keysOf(a.broken) === keysOf(b.broken);
}

function keysOf(issues: readonly Issue[]): string {
  const keys = issues.map(({ pointer, message }) =>
    message === foreignName ? message : `${pointer} ${message}`,
  );
  return [...new Set(keys)].toSorted().join("\n");
}

/**
 * Tells whether implementations disagree about a value. Many languages count an astral character as
 * two, JSON Schema as one. Some lose precision on large numbers.
 */
function isDisputed(input: JsonValue): boolean {
  return [...strings(input)].some(({ value }) => astral.test(value)) || hasUnsafeNumber(input);
}

const astral = /[\u{10000}-\u{10ffff}\p{Cs}\0]/u;

function hasUnsafeNumber(value: JsonValue): boolean {
  if (typeof value === "number") {
    return Math.abs(value) > Number.MAX_SAFE_INTEGER || (value !== 0 && Math.abs(value) < 1e-9);
  }
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(hasUnsafeNumber);
}

// A schema without limits does not promise to accept any size.
const maxTextLength = 1_000;

function isHuge(input: JsonValue): boolean {
  return [...strings(input)].some(({ value }) => value.length > maxTextLength);
}

/** Tells whether a value can be the arguments of a call. */
export function isInput(value: JsonValue): value is JsonObject {
  return isJsonObject(value);
}
