import type { JsonObject } from "@toolcourt/sdk";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import { hostsOf } from "./stages/take-arguments.ts";

/** What the host fills in so that a call can be followed. It differs from call to call and changes no answer. */
const tracing: ReadonlySet<string> = new Set(["correlation_id", "session_id", "trace_id"]);

/** The part of the input that is there for tracing. Nothing where a caller gave it. */
export function tracingIn(tool: Pick<RegisteredTool, "contract">, input: JsonObject): JsonObject {
  const names = hostsOf(tool).filter((name) => tracing.has(name));
  if (names.length === 0) return {};
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)));
}

/** The input without it: what two calls that want the same have in common. */
export function withoutTracing(
  tool: Pick<RegisteredTool, "contract">,
  input: JsonObject,
): JsonObject {
  const traced = tracingIn(tool, input);
  if (Object.keys(traced).length === 0) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !Object.hasOwn(traced, name)));
}
