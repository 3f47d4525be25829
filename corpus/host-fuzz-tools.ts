import { isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { reading, sending } from "../test/gate/tools.ts";

/**
 * A tool for fuzzed plans. A predicate states a second time what it accepts, independently of its
 * schema.
 */
export interface FuzzedTool {
  readonly object: JsonObject;
  readonly good: readonly JsonObject[];
  /** The schema refuses each for one reason. */
  readonly bad: readonly JsonValue[];
  readonly accepts: (given: JsonObject) => boolean;
}

export function nameOf({ object: { name = "" } }: FuzzedTool): string {
  return typeof name === "string" ? name : "";
}

const text = { type: "string", description: "What it is about", minLength: 1, maxLength: 100 };
const days = { type: "integer", description: "How many days", minimum: 1, maximum: 14 };
const unit = { enum: ["celsius", "kelvin"], description: "Unit of the answer" };
const trace = { type: "string", description: "Id of the trace", "x-host-injected": true };
const area = {
  type: "object",
  description: "Where to look",
  properties: { country: text },
  required: ["country"],
  additionalProperties: false,
};

function closed(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: "object", properties, required, additionalProperties: false };
}

export const fuzzedTools: readonly FuzzedTool[] = [
  {
    object: reading("get-forecast"),
    good: [{ city: "Oslo" }, { city: "São Paulo" }, { city: '"\\/' }],
    bad: [{}, { city: "" }, { city: 7 }, { city: ["Oslo"] }, { city: "x".repeat(101) }, []],
    accepts: (given) => hasOnly(given, ["city"]) && isText(given["city"]),
  },
  {
    object: {
      ...reading("get-range"),
      inputSchema: closed({ days, unit, area }, ["days"]),
    },
    good: [{ days: 3 }, { days: 14, unit: "kelvin" }, { days: 1, area: { country: "Chad" } }],
    bad: [
      { days: 0 },
      { days: 15 },
      { days: 2.5 },
      { days: "3" },
      { days: null },
      { days: 3, unit: "Kelvin" },
      { days: 3, area: {} },
      { days: 3, area: { country: "Chad", city: "x" } },
      { unit: "kelvin" },
      { days: 3, hours: 4 },
    ],
    accepts: (given) =>
      hasOnly(given, ["days", "unit", "area"]) &&
      isDays(given["days"]) &&
      [undefined, "celsius", "kelvin"].includes(asUnit(given["unit"])) &&
      isArea(given["area"]),
  },
  {
    object: {
      ...sending("send-note"),
      inputSchema: closed({ text, trace_id: trace }, ["text"]),
    },
    good: [{ text: "hello" }, { text: "a\nb" }],
    bad: [{ text: 1 }, { note: "x" }, { text: "x", trace_id: "t" }, { text: "x", trace_id: null }],
    accepts: (given) => hasOnly(given, ["text"]) && isText(given["text"]),
  },
];

function hasOnly(given: JsonObject, names: readonly string[]): boolean {
  return Object.keys(given).every((name) => names.includes(name));
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === "string" && value.length > 0 && value.length <= 100;
}

function isDays(value: JsonValue | undefined): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 14;
}

function asUnit(value: JsonValue | undefined): string | undefined {
  return value === undefined || typeof value === "string" ? value : "none";
}

function isArea(value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  return isJsonObject(value) && hasOnly(value, ["country"]) && isText(value["country"]);
}
