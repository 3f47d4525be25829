import type { ForeignWords, OfCall } from "./event-fields.ts";

// Phrases shared by several log sentences.

export const local = "local";
/** Owns the names of the gateway's own tools. */
const itself = "toolcourt";

const maxNames = 5;

/** The names of S2-35, in its order. */
const six = [
  "correlation_id",
  "session_id",
  "connection_id",
  "tool_id",
  "stage",
  "status",
] as const satisfies readonly (keyof OfCall)[];

export function idsOf(call: OfCall): string {
  const { traceId, correlation_id, profile } = call;
  if (profile === undefined) return ` (trace ${traceId}, correlation ${correlation_id})`;
  const named = six.map((name) => `${name} ${call[name] ?? "none"}`);
  return ` (trace ${traceId}, ${named.join(", ")}${discoveryText(call)})`;
}

function discoveryText({ scope, tier, connection }: OfCall): string {
  const levels = Object.entries(scope ?? {}).map(([level, value]) => `${level}=${value}`);
  const granted = connection === undefined ? "" : `, connection ${connection}`;
  return `, tier ${tier ?? "none"}, scope ${levels.join(" ") || "none"}${granted}`;
}

/** Quotes what a server wrote, so that it cannot continue our sentence. */
export function wroteText(wrote: ForeignWords | undefined): string {
  return wrote === undefined ? "" : ` and wrote: ${JSON.stringify(wrote.text)}`;
}

/** Quotes the name of an unknown tool, so that untrusted text cannot continue our sentence. */
export function nameOf({
  tool_id,
  tool,
}: {
  readonly tool_id: string | null;
  readonly tool: string;
}): string {
  return tool_id ?? JSON.stringify(tool);
}

/** Describes the owner of a tool in a sentence. No server may be named local. */
export function owner(server: string): string {
  if (server === local) return "the local tools";
  return server === itself ? "the gateway itself" : `MCP server '${server}'`;
}

export function counted(count: number): string {
  return count.toLocaleString("en-US");
}

export function some(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => `'${name}'`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
