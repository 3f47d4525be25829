import { execPath } from "node:process";
import type { JsonObject } from "@toolcourt/sdk";

/** Returns the configuration entry of an HTTP server with all its tools allowed. */
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

/** Returns the configuration entry of a server that is started as a Node program. */
export function childEntry(name: string, args: readonly string[]): JsonObject {
  return {
    name,
    transport: "stdio",
    command: execPath,
    args: [...args],
    mode: "dynamic",
    default_tool_config: {},
  };
}
