import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "@toolcourt/sdk";
import { type Codec, ProjectionFault, type Scene } from "./codec.ts";
import { openFlatScene, openScene } from "./compile.ts";
import { functionNames, projectNames } from "./names.ts";
import { object } from "./object.ts";
import { assertionsOf, shownText } from "./wording.ts";

export interface ProjectableTool {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
}

/** A tool as a provider is told of it. */
export interface ProjectedTool {
  /** The tool's own name. */
  readonly tool: string;
  /** The name that the provider knows it by. */
  readonly name: string;
  readonly description: string;
  /** Closed, with every member required, and nothing in it that a strict provider does not take. */
  readonly schema: JsonSchema;
  /** Whether every value in it has a type of its own, rather than being JSON text somewhere. */
  readonly isTyped: boolean;
  readonly project: (input: JsonObject) => JsonObject;
  /** The arguments that the tool gets. Throws a `ProjectionFault` where there are none. */
  readonly restore: (given: JsonObject) => JsonObject;
}

// The shortest that one of the large providers takes.
const longestDescription = 1_024;

/**
 * Tools as providers take them. Names and schemas lose nothing that `restore` does not bring back, and
 * what a stranger wrote is shown without what nobody sees in it. `reserved` names are left to others.
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
    description: shownText(tool.description, longestDescription),
    ...projectInput(tool.input),
  }));
}

type ProjectedInput = Pick<ProjectedTool, "schema" | "isTyped" | "project" | "restore">;

/** Kept for as long as the schema is: every question is asked with the same ones. */
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

/** A stranger decides how large a schema is, and whoever asks a model pays for what it reads. */
const longestSchema = 50_000;

function codecOf(input: JsonSchema): Codec {
  const scene = openScene(input);
  const whole = scene.compile(asArguments(input), scene);
  const codec = isObject(whole) ? whole : wrapped(input, openScene(input));
  const isSmall = JSON.stringify(codec.schema).length <= longestSchema;
  return isSmall ? codec : wrapped(input, openFlatScene(input));
}

/** Arguments are an object, and closed: a schema that does not say so means it all the same. */
function asArguments(input: JsonSchema): JsonSchema {
  const says = assertionsOf(input);
  const isBare = says.every((key) => key === "type" || key === "properties" || key === "required");
  if (!isBare && own(input, "properties") === undefined) return input;
  return { ...(isBare && { additionalProperties: false }), ...input, type: "object" };
}

function isObject({ schema }: Codec): boolean {
  return own(schema, "type") === "object";
}

const wrapper = "arguments";

/** Strict providers want an object that is no union, so anything else is put into one. */
function wrapped(input: JsonSchema, scene: Scene): Codec {
  const { description: _told, ...inner } = input;
  const outer = { type: "object", properties: { [wrapper]: inner }, required: [wrapper] };
  const codec = object(outer, scene);
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
