import { isJsonObject, type JsonObject, own, type ToolContract } from "@toolcourt/sdk";
import { createGenerator } from "../../contracts/generation/create-generator.ts";
import type { SchemaEngine } from "../../contracts/schemas/engine.ts";
import type { Clock } from "../../foundation/kernel/clock.ts";
import { withTimeout } from "../../foundation/kernel/with-timeout.ts";
import type { Upstream } from "../../upstreams/upstream.ts";
import { inferEffect } from "./infer-effect.ts";
import type { Sample } from "./sample.ts";

/** What a tool is going to be called with. */
export interface LivePlan {
  readonly tool: string;
  readonly inputs: readonly JsonObject[];
}

export interface Planning {
  readonly engine: SchemaEngine;
  readonly seed: number;
  /** How many calls of one tool are made at most. */
  readonly calls: number;
}

/**
 * Whether a tool may be called just to see what it answers: only if somebody says that it reads. A name is
 * no such word.
 */
export function mayCallLive({ terms, effect, asReceived }: ToolContract): boolean {
  if (effect !== "read" && (terms.effect !== undefined || terms.category !== undefined)) {
    return false;
  }
  const inferred = inferEffect(asReceived);
  return inferred.effect === "read" && (effect === "read" || inferred.because === "annotation");
}

/** The inputs of the contract's examples first, then such as the schema allows. The same for the same seed. */
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

export interface LiveOptions {
  readonly upstream: Pick<Upstream, "callTool">;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly patienceMs: number;
}

/** Makes the calls, one after the other. What fails is left out: a server that ends fails all that follow. */
export async function callLive(plan: LivePlan, options: LiveOptions): Promise<readonly Sample[]> {
  const { upstream, clock, signal, patienceMs } = options;
  const samples: Sample[] = [];
  for (const input of plan.inputs) {
    const call = { name: plan.tool, arguments: input };
    const result = await withTimeout({ clock, ms: patienceMs, signal }, (each) =>
      upstream.callTool(call, each),
    ).catch(() => signal.throwIfAborted());
    // What asks first has not answered.
    if (result === undefined || own(result, "inputRequests") !== undefined) continue;
    samples.push({ tool: plan.tool, arguments: input, result });
  }
  return samples;
}
