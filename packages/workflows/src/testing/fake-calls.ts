import type { Effect, InnerCalls, JsonObject, JsonValue } from "@toolcourt/sdk";

export interface FakeCalls extends InnerCalls {
  /** What was called so far, in order. */
  readonly made: readonly MadeCall[];
}

interface MadeCall {
  readonly tool: string;
  readonly args: JsonObject;
  /** The strongest effect that was asked for. */
  readonly atMost?: Effect;
}

export type FakeTools = Readonly<
  Record<string, (args: JsonObject) => JsonValue | Promise<JsonValue>>
>;

/** A way to call tools that are functions. What one throws is what the gateway would say. */
export function fakeCalls(tools: FakeTools): FakeCalls {
  const made: MadeCall[] = [];
  return {
    made,
    call: async (tool, args, options) => {
      made.push({ tool, args, ...options });
      const answer = tools[tool];
      if (answer === undefined) throw new Error(`Nobody expects a call of ${tool}.`);
      const structured = await answer(args);
      return { structured, content: [], isError: false, callId: `call-${made.length}` };
    },
  };
}
