import { isJsonArray, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { HttpTool } from "./http-tool.ts";

/** The connection of a set's calls: a named one, one the caller names, or none. */
export type SetConnection =
  | { readonly kind: "named"; readonly name: string }
  | { readonly kind: "argument" }
  | { readonly kind: "none" };

const parameter = "connection_id";

/**
 * Adapts a tool to its set. If the configuration names the connection, callers may not. If callers
 * name it, the tool gets a parameter for it.
 */
export function forSet(http: HttpTool, connection: SetConnection): HttpTool {
  const input = own(http.tool, "inputSchema");
  if (!isJsonObject(input) || connection.kind === "none") return http;
  const properties = own(input, "properties");
  const declared = isJsonObject(properties) ? properties : {};
  const known = own(declared, parameter);
  if (connection.kind === "argument") return known ? http : withInput(http, asked(input, declared));
  if (!isJsonObject(known)) return http;
  const hosts = { ...declared, [parameter]: { ...known, "x-host-injected": true } };
  return withInput(http, { ...input, properties: hosts });
}

function asked(input: JsonObject, declared: JsonObject): JsonObject {
  const required = own(input, "required");
  const description = "The id or the name of the connection that the call goes over.";
  return {
    ...input,
    properties: {
      ...declared,
      [parameter]: { type: "string", minLength: 1, maxLength: 128, description },
    },
    required: [...(isJsonArray(required) ? required : []), parameter],
  };
}

function withInput({ tool, operation }: HttpTool, inputSchema: JsonObject): HttpTool {
  return { tool: { ...tool, inputSchema }, operation };
}
