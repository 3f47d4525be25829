import type { ToolContext } from "../tool/context.ts";

/**
 * Returns a context valid for every tool that requires no permission, with the given differences.
 *
 * @example
 * ```ts
 * declare const getCard: Tool;
 * const context = toolContext({ permissions: ["cards:read"] });
 * const { data } = await getCard.invoke({ cardId: "card_456" }, context);
 * ```
 */
export function toolContext(differences: Partial<ToolContext> = {}): ToolContext {
  return {
    userId: "user_1",
    correlationId: "0b8f3c52-9d1e-4a86-b7ce-2f6d1c0e5a41",
    traceId: "6a1d0e9c-3f2b-4c58-8e77-91b0a4d2c3f6",
    agentId: "agent-under-test",
    agentVersion: "1.0.0",
    timestamp: "2026-01-15T10:30:00Z",
    ...differences,
  };
}
