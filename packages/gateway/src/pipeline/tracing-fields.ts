import type { JsonObject } from "@toolcourt/sdk";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import { hostsOf } from "./stages/prepare-arguments.ts";

/** Fields that the host fills in for tracing. They differ per call and change no answer. */
const tracing: ReadonlySet<string> = new Set(["correlation_id", "session_id", "trace_id"]);

/** Returns the tracing part of the input. Empty if a caller supplied it. */
export function tracingIn(tool: Pick<RegisteredTool, "contract">, input: JsonObject): JsonObject {
  const names = hostsOf(tool).filter((name) => tracing.has(name));
  if (names.length === 0) return {};
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)));
}

/** Returns the input without tracing fields: the part that equal calls share. */
export function withoutTracing(
  tool: Pick<RegisteredTool, "contract">,
  input: JsonObject,
): JsonObject {
  const traced = tracingIn(tool, input);
  if (Object.keys(traced).length === 0) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !Object.hasOwn(traced, name)));
}
