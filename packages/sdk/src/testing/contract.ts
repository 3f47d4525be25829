import { z } from "zod";
import type { ToolContract } from "../contract/contract.ts";
import { readContract, type ToolSource } from "../contract/read-contract.ts";
import { outputSchemaOf } from "../tool/json-schema.ts";

/**
 * Returns a contract that every rule accepts, with the given differences.
 *
 * @example
 * ```ts
 * contract().name; // "get-forecast"
 * contract({ description: "" }).description; // ""
 * ```
 */
export function contract(differences: Partial<ToolContract> = {}): ToolContract {
  return { ...exemplary, ...differences };
}

/**
 * Returns the contract of a tool object that is known to be readable.
 *
 * @example
 * ```ts
 * const { effect } = contractOf({ server: "cards", tool: { name: "get-card" } }); // "write"
 * ```
 */
export function contractOf(source: ToolSource): ToolContract {
  const reading = readContract(source);
  if (reading.kind === "unreadable") throw new TypeError(`${reading.pointer}: ${reading.message}`);
  return reading.contract;
}

const exemplary = contractOf({
  server: "local",
  tool: {
    name: "get-forecast",
    description:
      "Returns the weather of a city for the coming days. Use it when a person asks how warm it will be. Returns degrees Celsius. For example: how warm will it be in Geneva tomorrow?",
    inputSchema: {
      type: "object",
      properties: {
        city: { type: "string", description: "Name of the city", minLength: 1, maxLength: 100 },
        days: { type: "integer", description: "How many days", minimum: 1, maximum: 7, default: 1 },
      },
      required: ["city"],
      additionalProperties: false,
    },
    outputSchema: outputSchemaOf(
      z.strictObject({ celsius: z.number().describe("Degrees Celsius at noon") }),
    ),
    annotations: { readOnlyHint: true, openWorldHint: true },
    _meta: {
      "dev.toolcourt/contract": {
        version: "1.0.0",
        permissions: ["weather:read"],
        category: "query",
        responseTime: "medium",
        cacheable: true,
        cacheTTL: 300,
        idempotent: true,
        examples: [
          {
            description: "Tomorrow in Geneva",
            params: { city: "Geneva", days: 1 },
            expectedResult: { celsius: 21 },
          },
        ],
        tags: ["weather"],
        rateLimit: { maxCalls: 60, windowMs: 60_000 },
        approval: "none",
        constraints: ["Looks at most seven days ahead.", "Changes nothing."],
      },
    },
  },
});
