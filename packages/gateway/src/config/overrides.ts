import { readScalar } from "@toolcourt/contracts/internal/documents/document";
import { bare, childOf, keysOf } from "@toolcourt/contracts/internal/documents/keys";
import { unknownKey } from "@toolcourt/contracts/internal/documents/problems";
import { type Path, pathText } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { z } from "zod";
import { toolboxOf } from "./entries.ts";
import { namedEntry, spoken } from "./named-entry.ts";
import type { Environment } from "./variables.ts";

/** A value of the file replaced by an environment variable. */
export interface Override {
  readonly variable: string;
  readonly path: Path;
}

export interface Overridden {
  readonly value: JsonObject;
  readonly overrides: readonly Override[];
  readonly problems: readonly { readonly variable: string; readonly message: string }[];
  /** What works today and may mean another value tomorrow. */
  readonly warnings: readonly string[];
}

type Target =
  | {
      readonly kind: "found";
      readonly path: Path;
      readonly value: JsonValue;
      /** The segments with the names of entries. Unset if no entry was found by its number. */
      readonly better?: readonly string[] | undefined;
    }
  | { readonly kind: "refused"; readonly message: string };

/** Applies variables such as `TOOLCOURT__TOOLBOX__MCPS__crm__MODE` to the values of the file. */
export function override(
  file: JsonObject,
  environment: Environment,
  schema: z.ZodType,
): Overridden {
  let value = file;
  const overrides: Override[] = [];
  const problems: { variable: string; message: string }[] = [];
  const warnings: string[] = [];
  for (const { variable, segments } of variablesFor(file, environment)) {
    const target = targetOf({ file, schema, segments }, environment[variable] ?? "");
    const refusal = target.kind === "refused" ? target.message : setTwice(target.path, overrides);
    if (target.kind === "refused" || refusal !== undefined) {
      problems.push({ variable, message: refusal ?? "" });
      continue;
    }
    overrides.push({ variable, path: target.path });
    if (target.better !== undefined) warnings.push(byNumber(variable, segments, target.better));
    value = withValue(value, target.path, target.value);
  }
  return { value, overrides, problems, warnings };
}

/** An entry's number changes when the list does, and the variable then sets a value elsewhere. */
function byNumber(
  variable: string,
  segments: readonly string[],
  better: readonly string[],
): string {
  const before = variable.slice(0, variable.length - segments.slice(1).join("__").length);
  const named = `${before}${better.slice(1).join("__")}`;
  return `${variable} names an entry by its number; write ${named}.`;
}

interface Candidate {
  readonly variable: string;
  readonly segments: readonly string[];
}

const ours = "TOOLCOURT__";
// The rest of `APP_MYAI__` belongs to the application that embeds the toolbox.
const theirs = "APP_MYAI__TOOLBOX__";

function variablesFor(file: JsonObject, environment: Environment): readonly Candidate[] {
  const [root] = toolboxOf(file).path;
  return Object.keys(environment)
    .toSorted()
    .flatMap((variable) => {
      if (root === "myai" && variable.startsWith(theirs)) {
        return [
          { variable, segments: ["MYAI", ...variable.slice("APP_MYAI__".length).split("__")] },
        ];
      }
      if (!variable.startsWith(ours)) return [];
      const segments = variable.slice(ours.length).split("__");
      const below = root === "myai" && segments[0]?.toUpperCase() === "TOOLBOX";
      return [{ variable, segments: below ? ["MYAI", ...segments] : segments }];
    });
}

function setTwice(path: Path, overrides: readonly Override[]): string | undefined {
  const other = overrides.find((each) => pathText(each.path) === pathText(path));
  return other === undefined ? undefined : `${other.variable} sets the same value; unset one.`;
}

interface Search {
  readonly file: JsonObject;
  readonly schema: z.ZodType;
  readonly segments: readonly string[];
}

function targetOf({ file, schema, segments }: Search, text: string): Target {
  let holder: Holder = { schema, value: file, path: [] };
  let left = segments;
  let better: readonly string[] | undefined;
  while (left.length > 0) {
    const step = stepInto(holder, left);
    if (step.kind === "refused") return step;
    if (step.better !== undefined) {
      const before = (better ?? segments).slice(0, -left.length);
      better = [...before, step.better, ...step.left];
    }
    holder = step.holder;
    left = step.left;
  }
  if (holdsSeveral(bare(holder.schema))) {
    return refused("A variable replaces one value; name one below this key.");
  }
  const scalar = readScalar(text);
  if (scalar === undefined) return refused("Expected one plain value.");
  return { kind: "found", path: holder.path, value: scalar.value, better };
}

function holdsSeveral(found: unknown): boolean {
  return (
    found instanceof z.ZodObject || found instanceof z.ZodArray || found instanceof z.ZodRecord
  );
}

interface Holder {
  readonly schema: unknown;
  readonly value: JsonValue | undefined;
  readonly path: Path;
}

type Step =
  | {
      readonly kind: "stepped";
      readonly holder: Holder;
      readonly left: readonly string[];
      readonly better?: string | undefined;
    }
  | { readonly kind: "refused"; readonly message: string };

function refused(message: string): { readonly kind: "refused"; readonly message: string } {
  return { kind: "refused", message };
}

function stepInto(holder: Holder, segments: readonly string[]): Step {
  const { schema, value, path } = holder;
  const [segment = "", ...rest] = segments;
  const found = bare(schema);
  // The name of a child's variable may itself contain two underscores.
  if (found instanceof z.ZodRecord) return into(holder, segments.join("__"), []);
  if (found instanceof z.ZodArray) {
    const entry = namedEntry({ schema: found, value, path }, segments);
    if (entry.kind === "refused") return entry;
    const { index, taken, better } = entry;
    return { ...into(holder, index, segments.slice(taken)), better };
  }
  const known = keysOf(schema);
  if (known === undefined) return refused(`There is nothing below ${pathText(path)}.`);
  const key = known.find((each) => spoken(each) === segment.toUpperCase());
  if (key === undefined) return refused(unknownKey(segment.toLowerCase(), known));
  return into(holder, key, rest);
}

function into(
  { schema, value, path }: Holder,
  key: string | number,
  left: readonly string[],
): Extract<Step, { readonly kind: "stepped" }> {
  return {
    kind: "stepped",
    holder: { schema: childOf(schema, key), value: childValue(value, key), path: [...path, key] },
    left,
  };
}

function childValue(value: JsonValue | undefined, key: string | number): JsonValue | undefined {
  if (isJsonArray(value)) return value[Number(key)];
  return isJsonObject(value) ? own(value, String(key)) : undefined;
}

/** Returns a copy with another value at a path. */
export function withValue(
  holder: JsonObject,
  [key = "", ...rest]: Path,
  value: JsonValue,
): JsonObject {
  const child = own(holder, String(key));
  return { ...holder, [key]: rest.length === 0 ? value : withChild(child, rest, value) };
}

function withChild(holder: JsonValue | undefined, path: Path, value: JsonValue): JsonValue {
  if (!isJsonArray(holder)) return withValue(isJsonObject(holder) ? holder : {}, path, value);
  const [key = 0, ...rest] = path;
  const index = Number(key);
  return holder.with(index, rest.length === 0 ? value : withChild(holder[index], rest, value));
}
