import type { JsonObject } from "@toolcourt/sdk";

/** A server over HTTP in a configuration, all of whose tools are taken. */
export function serverEntry(name: string, url: string, more: JsonObject = {}): JsonObject {
  return {
    name,
    url,
    transport: "streamable_http",
    mode: "dynamic",
    default_tool_config: {},
    ...more,
  };
}
