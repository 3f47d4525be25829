import { isJsonArray, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { discoverySchema } from "../discovery-metadata.ts";
import type { WrittenDiscovery } from "./file-schema.ts";

/** One named level of what a call looks at. */
export interface ScopeLevel {
  readonly level: string;
  /** Whether a call may leave it out. It only narrows what the other levels name. */
  readonly isOptional: boolean;
  /** Whether the provider compares its ids without regard to case. */
  readonly ignoresCase: boolean;
  readonly pattern: string;
}

/** Letters, digits and the punctuation that most ids have. */
const defaultPattern = "^[A-Za-z0-9][A-Za-z0-9._-]{0,89}$";

const levels: Readonly<Record<string, string>> = {
  tenantId: "The id of the tenant that is looked at.",
  subscriptionId: "The id of the subscription that is looked at.",
  resourceGroup: "The name of the resource group that is looked at.",
};

/** Returns the levels of a discovery, with their defaults. */
export function levelsOf({ scope }: Pick<WrittenDiscovery, "scope">): readonly ScopeLevel[] {
  return scope.map((written) => {
    const plain = { optional: false, ignore_case: false };
    const {
      level,
      optional,
      ignore_case,
      pattern = defaultPattern,
    } = typeof written === "string" ? { ...plain, level: written } : written;
    return { level, isOptional: optional, ignoresCase: ignore_case, pattern };
  });
}

/**
 * Adds the standard discovery arguments to an input schema: connection, scope, tier, correlation id
 * and session id.
 */
export function discoveryInput(input: JsonObject, discovery: WrittenDiscovery): JsonObject {
  const { tier } = discovery;
  const properties = own(input, "properties");
  const required = own(input, "required");
  return {
    ...input,
    properties: {
      connection_id: {
        type: "string",
        minLength: 1,
        maxLength: 128,
        description: "The id or the name of the connection that the discovery goes over.",
      },
      scope: scopeSchema(levelsOf(discovery)),
      tier: {
        enum: [tier],
        description: "What is looked for, and what the connection must be for.",
      },
      correlation_id: hostsId("The id that follows the call through all logs."),
      session_id: hostsId("The id of the session that the call belongs to."),
      ...(isJsonObject(properties) ? properties : {}),
    },
    required: [
      "connection_id",
      "scope",
      "tier",
      "correlation_id",
      "session_id",
      ...(isJsonArray(required) ? required : []),
    ],
  };
}

function scopeSchema(scope: readonly ScopeLevel[]): JsonObject {
  const named = scope.map(({ level, pattern }): [string, JsonObject] => [
    level,
    {
      type: "string",
      pattern,
      description: levels[level] ?? `The ${level} that is looked at.`,
    },
  ]);
  return {
    type: "object",
    description: "What is looked at, by named levels.",
    properties: Object.fromEntries(named),
    required: scope.flatMap(({ level, isOptional }) => (isOptional ? [] : [level])),
    additionalProperties: false,
  };
}

function hostsId(description: string): JsonObject {
  return { type: "string", minLength: 1, maxLength: 200, description, "x-host-injected": true };
}

/** Adds the discovery metadata to an output schema. */
export function discoveryOutput(data: JsonObject): JsonObject {
  return {
    type: "object",
    properties: {
      data,
      metadata: {
        type: "object",
        description: "About the discovery itself.",
        properties: { discovery: schema },
        required: ["discovery"],
        additionalProperties: false,
      },
    },
    required: ["data", "metadata"],
    additionalProperties: false,
  };
}

const schema = discoverySchema({
  counts: {
    pages: { type: "integer", description: "How many pages were read." },
    items: { type: "integer", description: "How many items they had." },
  },
  counted: ["pages"],
  more: {
    complete: { type: "boolean", description: "Whether there was nothing more to read." },
    notes: {
      type: "array",
      description: "Why it is not complete, in sentences.",
      items: { type: "string" },
    },
  },
  always: ["complete"],
});
