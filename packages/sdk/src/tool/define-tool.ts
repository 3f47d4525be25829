import type { z } from "zod";
import { type Category, type ToolContract, termsKey } from "../contract/contract.ts";
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { readContract } from "../contract/read-contract.ts";
import { readTerms } from "../contract/read-terms.ts";
import { closeSchema, UnfitSchema } from "./close-schema.ts";
import { createInvoke } from "./invoke.ts";
import { shownPointer } from "./issues.ts";
import { copyJson, deepFreeze, NotJson } from "./json-copy.ts";
import { inputSchemaOf, outputSchemaOf } from "./json-schema.ts";
import type { ParametersSchema, ResultSchema, Tool, ToolDefinition } from "./tool.ts";

/**
 * Creates a tool from its definition. The types of `handler` and `examples`, and the contract,
 * derive from the schemas. Throws a `TypeError` with the location if the definition is invalid.
 *
 * @example
 * ```ts
 * declare function lookUp(city: string, signal: AbortSignal): Promise<number>;
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

/** The closed schemas of a definition, and the contract that states them. */
interface Stated<P extends ParametersSchema, R extends ResultSchema> {
  readonly parameters: P;
  readonly result: R;
  readonly contract: ToolContract;
}

/**
 * Builds the contract of a definition. Throws a `TypeError` with the tool and the location if that
 * is impossible.
 */
function stateContract<P extends ParametersSchema, R extends ResultSchema>(
  definition: ToolDefinition<P, R>,
): Stated<P, R> {
  const { name, description } = definition;
  const parameters = at(name, "/parameters", () => closeSchema(definition.parameters));
  const result = at(name, "/result", () => closeSchema(definition.result));
  if (acceptsNull(result.schema)) throw unfit(name, "/result", "data may not be null");
  const tool = {
    name,
    description,
    inputSchema: at(name, "/parameters", () => inputSchemaOf(parameters)),
    outputSchema: at(name, "/result", () => outputSchemaOf(definition.result)),
    annotations: annotationsOf(definition),
    _meta: { [termsKey]: at(name, "", () => termsOf(definition)) },
  };
  const reading = readContract({ server: "local", tool });
  if (reading.kind === "unreadable") throw unfit(name, reading.pointer, reading.message);
  // Permissions are read from the contract on each call, so it must be immutable.
  const contract = deepFreeze(reading.contract);
  return { parameters: parameters.schema, result: result.schema, contract };
}

/** Runs `make` and reports its errors as faults of the tool at that location. */
function at<Made>(tool: string, place: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (error instanceof UnfitSchema) throw unfit(tool, place + error.pointer, error.message);
    if (error instanceof NotJson)
      throw unfit(tool, place + shownPointer(error.path), error.message);
    throw new TypeError(unfit(tool, place, "it has no JSON form").message, { cause: error });
  }
}

function unfit(tool: string, place: string, why: string): TypeError {
  return new TypeError(`Tool "${tool}", ${place || "/"}: ${why.replace(/\.$/, "")}.`);
}

// Null data marks a failure, so a success must not be null.
function acceptsNull(result: z.ZodType): boolean {
  try {
    return result.safeParse(null).success;
  } catch {
    // Only the author's own refinement can throw here, and then it does not accept null.
    return false;
  }
}

interface Consequence {
  readonly category: Category;
  readonly effect?: "write" | "destroy";
  readonly idempotent: boolean;
}

function annotationsOf({ category, effect, idempotent }: Consequence): JsonObject {
  if (category !== "mutation") return { readOnlyHint: true, idempotentHint: idempotent };
  return {
    readOnlyHint: false,
    destructiveHint: effect === "destroy",
    idempotentHint: idempotent,
  };
}

/** Fields of a definition that are not terms. */
const notTerms = new Set("name description parameters result handler".split(" "));

function termsOf(definition: object): JsonObject {
  const said = Object.entries(definition).filter(([key]) => !notTerms.has(key));
  const terms = copyJson(Object.fromEntries(said));
  const [problem] = readTerms(terms).problems;
  if (problem !== undefined) throw new UnfitSchema(problem.pointer, problem.message);
  return isJsonObject(terms) ? terms : {};
}
