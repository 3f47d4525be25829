import { isJsonArray, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { classifyDrift, type Drift } from "./classify.ts";

/**
 * Compares two definitions of a prompt or of a resource template, by the rules for tools. If in
 * doubt, a difference is breaking.
 */
export function classifyItem(locked: JsonObject, now: JsonObject): Drift {
  const [before, after] = [asTool(locked), asTool(now)];
  if (before === undefined || after === undefined) return "breaking";
  return classifyDrift(before, after);
}

/**
 * Writes a prompt or a template as a tool with the same texts. Its arguments become the input.
 * Undefined if arguments share a name, since one would hide another.
 */
export function asTool(definition: JsonObject): JsonObject | undefined {
  const { arguments: written = [], annotations = {}, uriTemplate, ...rest } = definition;
  const args = isJsonArray(written) ? written.filter(isJsonObject) : [];
  const names = args.map(nameOf);
  if (new Set(names).size < names.length) return undefined;
  const required = args.filter((each) => own(each, "required") === true).map(nameOf);
  const tool = {
    ...rest,
    // People fill in arguments, so a new one lets no more out than before.
    annotations: { openWorldHint: false },
    "x-annotations": annotations,
    inputSchema: {
      type: "object",
      // `fromEntries` defines keys rather than setting them, so an argument `__proto__` is safe.
      properties: Object.fromEntries(args.map((each) => [nameOf(each), propertyOf(each)])),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
  };
  if (uriTemplate === undefined) return tool;
  // A template has a name besides its address, and models read both.
  return { ...tool, name: uriTemplate, "x-name": own(rest, "name") ?? null };
}

function nameOf(argument: JsonObject): string {
  const name = own(argument, "name");
  return typeof name === "string" ? name : "";
}

/** Keeps unknown keys apart: a schema would give them a meaning. */
function propertyOf(argument: JsonObject): JsonObject {
  const { name: _name, required = false, title, description, ...rest } = argument;
  const others = typeof required === "boolean" ? rest : { ...rest, required };
  return {
    type: "string",
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(Object.keys(others).length > 0 && { "x-argument": others }),
  };
}
