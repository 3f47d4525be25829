import type { OfCall } from "./event-fields.ts";

// Phrases shared by several log sentences.

export function idsOf({ traceId, correlation_id }: OfCall): string {
  return ` (trace ${traceId}, correlation ${correlation_id})`;
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

export const local = "local";

/** Describes the owner of a tool in a sentence. No server may be named local. */
export function owner(server: string): string {
  return server === local ? "the local tools" : `MCP server '${server}'`;
}

export function counted(count: number): string {
  return count.toLocaleString("en-US");
}

const maxNames = 5;

export function some(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => `'${name}'`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
