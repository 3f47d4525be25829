import type { ParametersSchema, ResultSchema, ToolDefinition } from "./definition.ts";
import { createInvoke } from "./invoke.ts";
import { stateContract } from "./state-contract.ts";
import type { Tool } from "./tool.ts";

/**
 * Creates a tool from its definition. The types of `handler` and `examples`, and the contract,
 * derive from the schemas. Throws a `TypeError` with the location if the definition is invalid.
 *
 * @example
 * ```ts
 * const getForecast = defineTool({
 *   name: "get-forecast",
 *   description:
 *     "Returns the weather of a city. Use it when a person asks how warm it is. For example: how warm is it in Geneva?",
 *   version: "1.0.0",
 *   permissions: ["weather:read"],
 *   parameters: z.object({ city: z.string().min(1).max(100).describe("Name of the city") }),
 *   result: z.object({ celsius: z.number().describe("Degrees Celsius") }),
 *   category: "query",
 *   responseTime: "medium",
 *   cacheable: true,
 *   cacheTTL: 300,
 *   idempotent: true,
 *   examples: [
 *     { description: "Geneva", params: { city: "Geneva" }, expectedResult: { celsius: 21 } },
 *   ],
 *   tags: ["weather"],
 *   handler: async ({ city }, { signal }) => ({
 *     data: { celsius: await lookUp(city, signal) },
 *     agentHints: hints({
 *       confidence: [{ name: "measured today", value: 1 }],
 *       sourceQuality: "high",
 *       validityPeriod: "short",
 *     }),
 *   }),
 * });
 * ```
 */
export function defineTool<P extends ParametersSchema, R extends ResultSchema>(
  definition: ToolDefinition<P, R>,
): Tool<R> {
  const { name, version, handler } = definition;
  const { contract, parameters, result } = stateContract(definition);
  return Object.freeze({
    name,
    version,
    contract,
    parameters,
    result,
    invoke: createInvoke({ contract, version, parameters, result, handler }),
  });
}
