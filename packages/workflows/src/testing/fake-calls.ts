import type { Effect, InnerCalls, JsonObject, JsonValue } from "@toolcourt/sdk";

export interface FakeCalls extends InnerCalls {
  /** Calls so far, in order. */
  readonly made: readonly MadeCall[];
}

interface MadeCall {
  readonly tool: string;
  readonly args: JsonObject;
  /** The strongest effect requested. Default: no bound. */
  readonly atMost?: Effect;
}

export type FakeTools = Readonly<
  Record<string, (args: JsonObject) => JsonValue | Promise<JsonValue>>
>;

/**
 * Returns inner calls over plain functions. An error thrown by one stands for the gateway's
 * refusal.
 */
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
