import { createGenerator } from "@toolcourt/contracts/internal/generation/create-generator";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { SchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import type { Upstream } from "@toolcourt/gateway/internal/upstreams/upstream";
import { isJsonObject, type JsonObject, own, type ToolContract } from "@toolcourt/sdk";
import { inferEffect } from "./infer-effect.ts";
import type { Sample } from "./sample.ts";

/** The planned calls of a tool. */
export interface LivePlan {
  readonly tool: string;
  readonly inputs: readonly JsonObject[];
}

export interface Planning {
  readonly engine: SchemaEngine;
  readonly seed: number;
  /** Maximum number of calls per tool. */
  readonly calls: number;
}

/**
 * Returns whether a tool may be called just to see its answer. Only a declaration of reading
 * counts; a name does not.
 */
export function mayCallLive({ terms, effect, asReceived }: ToolContract): boolean {
  if (effect !== "read" && (terms.effect !== undefined || terms.category !== undefined)) {
    return false;
  }
  const inferred = inferEffect(asReceived);
  return inferred.effect === "read" && (effect === "read" || inferred.because === "annotation");
}

/**
 * Plans the inputs: first the contract's examples, then values generated from the schema.
 * Deterministic for a seed.
 */
export async function planLive(
  { name, input, terms }: ToolContract,
  { engine, seed, calls }: Planning,
): Promise<LivePlan> {
  const inputs = (terms.examples ?? []).map(({ params }) => params).slice(0, calls);
  const generation = await createGenerator(input, { engine, seed });
  if (generation.kind === "refused") return { tool: name, inputs };
  for await (const value of generation.generator.valid(calls - inputs.length)) {
    if (isJsonObject(value)) inputs.push(value);
  }
  return { tool: name, inputs };
}

export interface LiveOptions extends Pick<Runtime, "clock" | "signal"> {
  readonly upstream: Pick<Upstream, "callTool">;
  readonly patienceMs: number;
}

/**
 * Makes the calls one after the other and skips failures. If a server exits, all later calls fail.
 */
export async function callLive(plan: LivePlan, options: LiveOptions): Promise<readonly Sample[]> {
  const { upstream, clock, signal, patienceMs } = options;
  const samples: Sample[] = [];
  for (const input of plan.inputs) {
    const call = { name: plan.tool, arguments: input };
    const result = await withTimeout({ clock, ms: patienceMs, signal }, (each) =>
      upstream.callTool(call, each),
    ).catch(() => signal.throwIfAborted());
    // A request for input is not an answer.
    if (result === undefined || own(result, "inputRequests") !== undefined) continue;
    samples.push({ tool: plan.tool, arguments: input, result });
  }
  return samples;
}
