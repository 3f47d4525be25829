import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "@toolcourt/sdk";
import { type Codec, ProjectionFault } from "./codec.ts";
import { openFlatScope, openScope, type Scope } from "./compile.ts";
import { functionNames, projectNames } from "./names.ts";
import { object } from "./object.ts";
import { assertionsOf, shownText } from "./wording.ts";

export interface ProjectableTool {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
}

/** A tool in the form providers receive. */
export interface ProjectedTool {
  /** The tool's own name. */
  readonly tool: string;
  /** The provider's name for it. */
  readonly name: string;
  readonly description: string;
  /** Closed, with every member required, using only what strict providers accept. */
  readonly schema: JsonSchema;
  /** Whether every value has its own type and none is JSON text. */
  readonly isTyped: boolean;
  readonly project: (input: JsonObject) => JsonObject;
  /** Returns the arguments for the tool. Throws a `ProjectionFault` if they cannot be restored. */
  readonly restore: (given: JsonObject) => JsonObject;
}

// The lowest limit among the large providers.
const maxDescriptionLength = 1_024;

/**
 * Converts tools to the form providers accept. `restore` brings names and schemas back without
 * loss. Upstream text is shown without hidden characters. `reserved` names stay unused.
 */
export function projectTools(
  tools: readonly ProjectableTool[],
  reserved: readonly string[] = [],
): readonly ProjectedTool[] {
  const names = projectNames(
    tools.map(({ name }) => name),
    { strange: functionNames, reserved },
  );
  return tools.map((tool) => ({
    tool: tool.name,
    name: names.get(tool.name) ?? tool.name,
    description: shownText(tool.description, maxDescriptionLength),
    ...projectInput(tool.input),
  }));
}

type ProjectedInput = Pick<ProjectedTool, "schema" | "isTyped" | "project" | "restore">;

/** Cached per schema: every question uses the same ones. */
const projections = new WeakMap<JsonSchema, ProjectedInput>();

function projectInput(input: JsonSchema): ProjectedInput {
  const known = projections.get(input);
  if (known !== undefined) return known;
  const codec = codecOf(input);
  const projection: ProjectedInput = {
    schema: codec.schema,
    isTyped: !codec.hasText,
    project: (value) => asObject(codec.project(value)),
    restore: (value) => asObject(codec.restore(value)),
  };
  projections.set(input, projection);
  return projection;
}

/** Limits the size of upstream schemas: the caller pays for what the model reads. */
const maxSchemaLength = 50_000;

function codecOf(input: JsonSchema): Codec {
  const whole = openScope(input).compile(asArguments(input));
  const codec = own(whole.schema, "type") === "object" ? whole : wrapped(input, openScope(input));
  const isSmall = JSON.stringify(codec.schema).length <= maxSchemaLength;
  return isSmall ? codec : wrapped(input, openFlatScope(input));
}

/** Arguments are always a closed object, even if the schema does not say so. */
function asArguments(input: JsonSchema): JsonSchema {
  const says = assertionsOf(input);
  const isBare = says.every((key) => key === "type" || key === "properties" || key === "required");
  if (!isBare && own(input, "properties") === undefined) return input;
  return { ...(isBare && { additionalProperties: false }), ...input, type: "object" };
}

const wrapper = "arguments";

/** Strict providers require an object that is no union, so other schemas are wrapped. */
function wrapped(input: JsonSchema, scope: Scope): Codec {
  const { description: _told, ...inner } = input;
  const outer = { type: "object", properties: { [wrapper]: inner }, required: [wrapper] };
  const codec = object(outer, scope);
  return {
    ...codec,
    project: (value) => codec.project({ [wrapper]: value }),
    restore: (value) => {
      const restored = codec.restore(value);
      return (isJsonObject(restored) ? own(restored, wrapper) : undefined) ?? null;
    },
  };
}

function asObject(value: JsonValue): JsonObject {
  if (isJsonObject(value)) return value;
  throw new ProjectionFault();
}
