import { type Flow, flowOf, type JsonValue, type ToolContract } from "@toolcourt/sdk";
import type { Policy } from "../policy/policy.ts";
import { fingerprinting } from "./made-call.ts";
import { namesOf } from "./operator-of.ts";
import { createMemory, type OriginMemory } from "./origins/create-memory.ts";
import { createFingerprints } from "./origins/fingerprints.ts";
import { Taint } from "./origins/taint.ts";
import type { Trace, TraceCall } from "./read-trace.ts";
import type { TraceOrigins } from "./replay-trace.ts";

/** A trace is in the clear, so its fingerprints need to hide nothing. */
const key = Buffer.alloc(32);

/** Opens the gateway's own memory for a trace. What the person said counts as signed. */
export function openTraceOrigins({ words, calls }: Trace, policy: Policy): TraceOrigins {
  const fingerprints = createFingerprints(key, null);
  const taint = new Taint();
  const memory = createMemory({ fingerprints, taint, operator: namesOf(policy) });
  const call = { tool: "", call: "", at: calls[0]?.at ?? 0 };
  memory.apply(memory.rememberWords({ text: words, origin: "user", call }));
  const flows = new Map<TraceCall["tool"], Flow>();
  const flowIn = (made: TraceCall): Flow => {
    const flow = flows.get(made.tool) ?? flowOf(contractOf(made));
    flows.set(made.tool, flow);
    return flow;
  };
  return {
    fingerprint: fingerprinting({ of: { fingerprints } }),
    labels: memory.labels,
    trace: (made) => memory.trace(made.args, flowIn(made), made.at),
    remember: (made, result) => remember(made, result, { memory, taint, flow: flowIn(made) }),
  };
}

interface Into {
  readonly memory: OriginMemory;
  readonly taint: Taint;
  readonly flow: Flow;
}

/** As the gateway does: first what came back, then what was written. */
function remember(made: TraceCall, result: JsonValue, { memory, taint, flow }: Into): void {
  const { tool, args, outcome, number, at } = made;
  const call = { tool: tool.publicName, call: String(number), at };
  if (outcome === "ran") memory.apply(memory.rememberResult({ call, flow, result, args }));
  if (tool.contract.effect === "read" || outcome === "failed") return;
  const written = memory.rememberWritten({ call, flow, args });
  if (written !== undefined) taint.apply(written);
}

/** A trace has no schemas, so its marks alone say what the values are. */
function contractOf({ tool: { contract }, reach, input, output }: TraceCall): ToolContract {
  const terms = { ...contract.terms, reach, input, output };
  return { ...contract, terms, description: "", input: {}, asReceived: {} };
}
