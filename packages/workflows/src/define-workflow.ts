import { defineTool, type Tool } from "@toolcourt/sdk";
import { z } from "zod";
import { toolsOf } from "./definition/blueprint.ts";
import type { WorkflowDefinition } from "./definition/definition.ts";
import { drawBlueprint, runName } from "./definition/draw-blueprint.ts";
import { checkGraph } from "./graph/build-graph.ts";
import { createRunWorkflow } from "./runs/run-workflow.ts";
import { showRuns } from "./runs/show-runs.ts";

const runNameSchema = z
  .string()
  .regex(/^[\w.-]{1,100}$/)
  .optional()
  .describe("Name of the run: choose one to begin a run that can be resumed, repeat it to resume");

/**
 * Creates one tool from a graph of steps. Each tool step calls through the gateway as the caller of
 * the workflow. The contract lists all tools it can call. Throws a `TypeError` with the location if
 * the definition is invalid.
 *
 * @example
 * ```ts
 * import { END, START } from "@toolcourt/workflows";
 * const settleTicket = defineWorkflow({
 *   name: "settle-ticket",
 *   description:
 *     "Closes a ticket that is open. Use it when a case is done. Returns whether it was closed. For example: close ticket 17.",
 *   version: "1.0.0",
 *   permissions: ["tickets:write"],
 *   category: "mutation",
 *   responseTime: "slow",
 *   idempotent: true,
 *   parameters: z.object({ ticket: z.string().max(40).describe("Id of the ticket") }),
 *   result: z.object({ closed: z.boolean().describe("Whether it was closed") }),
 *   examples: [
 *     { description: "Open", params: { ticket: "17" }, expectedResult: { closed: true } },
 *   ],
 *   tags: ["tickets"],
 *   state: z.object({ isOpen: z.boolean() }),
 *   steps: ({ readStep, toolStep }) => ({
 *     look: readStep(
 *       "get-ticket",
 *       ({ params }) => ({ id: params.ticket }),
 *       (_, result) => result.read(z.object({ isOpen: z.boolean() })),
 *     ),
 *     close: toolStep("close-ticket", ({ params }) => ({ id: params.ticket }), () => ({})),
 *   }),
 *   graph: (flow) =>
 *     flow
 *       .addEdge(START, "look")
 *       .addConditionalEdges("look", ({ isOpen }) => (isOpen ? "close" : END), ["close", END])
 *       .addEdge("close", END),
 *   answer: ({ params, isOpen = false }) => ({
 *     data: { closed: isOpen },
 *     agentHints: hintsForFound(
 *       { type: "ticket", id: params.ticket, label: params.ticket },
 *       { confidence: [{ name: "asked the tracker", value: 1 }] },
 *     ),
 *   }),
 *   runs: postgresRuns("postgres://localhost/workflows"),
 * });
 * ```
 */
export function defineWorkflow<
  P extends z.ZodObject,
  R extends z.ZodType,
  S extends z.ZodObject,
  Name extends string,
>(definition: WorkflowDefinition<P, R, S, Name>): Tool<R> {
  const { steps: _steps, state: _state, graph: _graph, maxRounds: _, ...rest } = definition;
  const { answer, runs, ...stated } = rest;
  const blueprint = drawBlueprint(definition);
  checkGraph(blueprint);
  const run = createRunWorkflow({ blueprint, runs }, answer);
  const parameters: z.ZodObject = definition.parameters.extend({ [runName]: runNameSchema });

  const tool = defineTool<z.ZodObject, R>({
    ...stated,
    parameters,
    cacheable: false,
    steps: toolsOf(blueprint.steps.values()),
    handler: (given, context) => {
      const { [runName]: name, ...params } = given;
      return run({ name: runNameSchema.parse(name), params: json.parse(params), context });
    },
  });
  return Object.freeze({ ...tool, runs: showRuns(blueprint, runs) });
}

const json = z.record(z.string(), z.json());
