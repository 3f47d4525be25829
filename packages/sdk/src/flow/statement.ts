import {
  type FieldOrigin,
  type Role,
  roles,
  type Sensitivity,
  sensitivities,
} from "../contract/flow.ts";
import { type JsonSchema, type JsonValue, own } from "../contract/json.ts";
import { isKind } from "../contract/marks.ts";
import type { Applicable } from "./applicable-schemas.ts";

/** What the keywords of schemas say of one place. */
export interface Statement {
  readonly role: Role | undefined;
  readonly kind: string | undefined;
  readonly origin: FieldOrigin | undefined;
  readonly sensitivity: Sensitivity | undefined;
}

const silent: Statement = {
  role: undefined,
  kind: undefined,
  origin: undefined,
  sensitivity: undefined,
};

/** Returns what applies to a place below another: its own words, and else those above. */
export function inherited(above: Statement, said: Statement): Statement {
  if (said === silent) return above;
  // What a value is does not follow from what holds it, once it has words of its own.
  const isOther = said.role !== undefined || said.origin !== undefined;
  return {
    role: said.role ?? above.role,
    kind: said.kind ?? (isOther ? undefined : above.kind),
    origin: said.origin ?? above.origin,
    sensitivity: said.sensitivity ?? above.sensitivity,
  };
}

/** Combines the keywords of all schemas of a place. Where they differ, the stricter one counts. */
export function statementOf(schemas: readonly Applicable[]): Statement {
  if (!schemas.some(({ schema }) => keywords.some((keyword) => Object.hasOwn(schema, keyword)))) {
    return silent;
  }
  return {
    role: strictestOf(strictestRoles, wordsAt(schemas, "x-role")),
    kind: onlyOne(wordsAt(schemas, "x-kind").filter(isKind)),
    origin: originOf(schemas),
    sensitivity: strictestOf(sensitivities, wordsAt(schemas, "x-sensitivity")),
  };
}

const keywords = ["x-role", "x-kind", "x-origin", "x-sensitivity"];

/** Those that decide the most come first. */
const strictestRoles: readonly Role[] = [
  "credential",
  "privilege",
  "destination",
  "target",
  ...roles,
];

// An unreadable origin might have meant third parties, whom one above would hide.
function originOf(schemas: readonly Applicable[]): FieldOrigin | undefined {
  const said = schemas.flatMap(({ schema, isSure }) => {
    const origin = own(schema, "x-origin");
    return origin === undefined ? [] : [{ origin, isSure }];
  });
  if (said.some(({ origin }) => origin !== "first-party")) return "third-party";
  return said.some(({ isSure }) => isSure) ? "first-party" : undefined;
}

function wordsAt(
  schemas: readonly { readonly schema: JsonSchema }[],
  keyword: string,
): JsonValue[] {
  return schemas.flatMap(({ schema }) => own(schema, keyword) ?? []);
}

function strictestOf<Word extends string>(
  order: readonly Word[],
  said: readonly JsonValue[],
): Word | undefined {
  return order.find((each) => said.includes(each));
}

function onlyOne(words: readonly string[]): string | undefined {
  return new Set(words).size === 1 ? words[0] : undefined;
}
