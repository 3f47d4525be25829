import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { callToolName, reservedNames, searchToolName } from "../catalog/reserved-names.ts";

const maxQueryLength = 1_000;
const maxFound = 10;
const defaultFound = 5;

const query = {
  type: "string",
  minLength: 1,
  maxLength: maxQueryLength,
  description: "What should be done, in plain words, with the product that it concerns",
};

const found: JsonObject = {
  type: "object",
  properties: {
    name: { type: "string" },
    description: { type: "string" },
    inputSchema: { type: "object" },
    annotations: { type: "object" },
  },
  required: ["name", "description"],
};

/** Finds tools. It reaches no server, and shows only what its caller may call. */
const searchTool: JsonObject = {
  name: searchToolName,
  title: "Search tools",
  description:
    "Finds tools that this list does not show. Returns the best ones with their descriptions and input schemas, most likely first. Use call_tool to call one. Search again in other words if none fits.",
  inputSchema: {
    type: "object",
    properties: {
      query,
      limit: {
        type: "integer",
        minimum: 1,
        maximum: maxFound,
        default: defaultFound,
        description: "How many tools to return",
      },
    },
    required: ["query"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: { tools: { type: "array", items: found } },
    required: ["tools"],
  },
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
};

/** Calls any tool, so it promises the least: the tool that it calls may destroy data. */
const callTool: JsonObject = {
  name: callToolName,
  title: "Call a found tool",
  description:
    "Calls one tool by the name that search_tools returned, with arguments that fit its input schema. The call passes the same checks as a direct one, and may need an approval. Returns what the tool returns.",
  inputSchema: {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1, description: "The name, as search_tools returned it" },
      arguments: {
        type: "object",
        description: "The arguments of the tool, as its input schema describes them",
      },
    },
    required: ["name"],
    additionalProperties: false,
  },
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
};

/** Both tools, as `tools/list` shows them. */
export const ownTools: readonly JsonObject[] = [searchTool, callTool];

export interface SearchRequest {
  readonly query: string;
  readonly limit: number;
}

/** Reads the arguments of a search. Throws `input-invalid` with what a model can correct. */
export function readSearch(given: JsonValue | undefined): SearchRequest {
  const { object, issues } = objectIn(given, ["query", "limit"]);
  const asked = readQuery(own(object, "query"), issues);
  const limit = readLimit(own(object, "limit") ?? defaultFound, issues);
  if (issues.length > 0) throw invalid(searchToolName, issues);
  return { query: asked, limit };
}

function readQuery(given: JsonValue | undefined, issues: string[]): string {
  if (typeof given !== "string" || given.trim() === "") {
    issues.push("/query: expected what should be done, as a text");
    return "";
  }
  if (given.length > maxQueryLength) {
    issues.push(`/query: expected at most ${maxQueryLength} characters`);
  }
  return given;
}

function readLimit(given: JsonValue, issues: string[]): number {
  const isCount = typeof given === "number" && Number.isInteger(given);
  if (isCount && given >= 1 && given <= maxFound) return given;
  issues.push(`/limit: expected a whole number from 1 to ${maxFound}`);
  return defaultFound;
}

export interface NamedCall {
  readonly tool: string;
  /** As the caller wrote them: the pipeline checks them. Default: an empty object. */
  readonly arguments: JsonValue;
}

/** Reads which tool `call_tool` is to call. Throws `input-invalid` if it names none. */
export function readNamedCall(given: JsonValue | undefined): NamedCall {
  const { object, issues } = objectIn(given, ["name", "arguments"]);
  const name = own(object, "name");
  const isName = typeof name === "string" && name !== "";
  if (!isName) issues.push("/name: expected the name of a tool, as search_tools returned it");
  else if (reservedNames.has(name)) issues.push(`/name: call ${name} itself, not by call_tool`);
  if (!isName || issues.length > 0) throw invalid(callToolName, issues);
  return { tool: name, arguments: own(object, "arguments") ?? {} };
}

/** Returns the arguments as an object, and what is wrong with their shape. */
function objectIn(
  given: JsonValue | undefined,
  keys: readonly string[],
): { readonly object: JsonObject; readonly issues: string[] } {
  if (!isJsonObject(given)) return { object: {}, issues: ["expected an object"] };
  const hasMore = Object.keys(given).some((key) => !keys.includes(key));
  // Unknown keys are not quoted: they are the caller's text.
  return { object: given, issues: hasMore ? [`only ${keys.join(" and ")} are known here`] : [] };
}

function invalid(tool: string, issues: readonly string[]): Refusal<"input-invalid"> {
  return new Refusal("input-invalid", { tool, issues });
}
