import {
  canonicalJson,
  effects,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  pointerToken,
  subschemas,
  type ToolContract,
} from "@toolcourt/sdk";
import { type FlowWidening, flowWideningsOf } from "./flow-widens.ts";
import { annotationIn, reachesOutside } from "./reaches-outside.ts";

const approvalOrder: readonly string[] = ["none", "caller", "operator"];

const widenings = ["hints", "effect", "permissions", "steps", "approval", "input"] as const;
/** Kind of a gain in privilege. */
export type Widening = (typeof widenings)[number] | FlowWidening;

const asks: Readonly<
  Record<(typeof widenings)[number], (before: ToolContract, after: ToolContract) => boolean>
> = {
  hints: hintsWiden,
  effect: effectWidens,
  permissions: permissionsWiden,
  steps: stepsWiden,
  approval: approvalWeakens,
  input: inputLetsMoreOut,
};

/** Returns the privileges that a contract gained, including new ways for data to leave. */
export function wideningsOf(before: ToolContract, after: ToolContract): readonly Widening[] {
  return [
    ...widenings.filter((widening) => asks[widening](before, after)),
    ...flowWideningsOf(before, after),
  ];
}

// The protocol's defaults: an unannotated tool may write, destroy and reach the open world.
const cautiousHints: readonly (readonly [hint: string, cautious: boolean])[] = [
  ["readOnlyHint", true],
  ["destructiveHint", false],
  ["openWorldHint", false],
];

function hintsWiden(before: ToolContract, after: ToolContract): boolean {
  return cautiousHints.some(
    ([hint, cautious]) => hintOf(before, hint) === cautious && hintOf(after, hint) !== cautious,
  );
}

function hintOf({ asReceived }: ToolContract, hint: string): JsonValue | undefined {
  return annotationIn(asReceived, hint);
}

function effectWidens(before: ToolContract, after: ToolContract): boolean {
  return effects.indexOf(after.effect) > effects.indexOf(before.effect);
}

function permissionsWiden(before: ToolContract, after: ToolContract): boolean {
  const known = new Set(before.terms.permissions);
  return (after.terms.permissions ?? []).some((permission) => !known.has(permission));
}

function stepsWiden(before: ToolContract, after: ToolContract): boolean {
  const known = new Set(before.terms.steps);
  return (after.terms.steps ?? []).some((tool) => !known.has(tool));
}

function approvalWeakens(before: ToolContract, after: ToolContract): boolean {
  return approvalRank(after) < approvalRank(before);
}

function approvalRank({ terms }: ToolContract): number {
  return approvalOrder.indexOf(terms.approval ?? "none");
}

// A tool that stays inside has no way out for the text that it takes.
function inputLetsMoreOut(before: ToolContract, after: ToolContract): boolean {
  if (!reachesOutside(before.asReceived) && !reachesOutside(after.asReceived)) return false;
  const known = exitsOf(before.input);
  if ([...exitsOf(after.input)].some((exit) => !known.has(exit))) return true;
  const closed = closedness(before.input);
  return [...closedness(after.input)].some(([place, isClosed]) => !isClosed && closed.get(place));
}

/** Maps each schema path to whether it refuses unknown keys. */
function closedness(root: JsonSchema): ReadonlyMap<string, boolean> {
  return new Map(
    [...subschemas(root)].map(({ schema, pointer }) => [
      pointer,
      own(schema, "additionalProperties") === false,
    ]),
  );
}

/** Returns where arguments can carry text out: every text property and every header. */
function exitsOf(root: JsonSchema): ReadonlySet<string> {
  const exits = new Set<string>();
  for (const { schema, pointer } of subschemas(root)) {
    for (const name of propertiesWithText(schema))
      exits.add(`${pointer}/properties${pointerToken(name)}`);
    const header = own(schema, "x-mcp-header");
    if (header !== undefined) exits.add(`${pointer} header ${canonicalJson(header)}`);
  }
  return exits;
}

function propertiesWithText(schema: JsonObject): readonly string[] {
  const properties = own(schema, "properties");
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) =>
    carriesNoText(property) ? [] : [name],
  );
}

const plainTypes: readonly JsonValue[] = ["boolean", "integer", "number", "null"];

/**
 * Tells whether a schema accepts only numbers, booleans or listed values, so no text can be
 * smuggled out.
 */
export function carriesNoText(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return schema === false;
  if (Object.hasOwn(schema, "enum") || Object.hasOwn(schema, "const")) return true;
  const type = own(schema, "type");
  if (type === undefined) return false;
  return (isJsonArray(type) ? type : [type]).every((each) => plainTypes.includes(each));
}
