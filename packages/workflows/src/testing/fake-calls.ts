import type { InnerCalls, JsonObject, JsonValue } from "@toolcourt/sdk";

export interface FakeCalls extends InnerCalls {
  /** What was called so far, in order. */
  readonly made: readonly { readonly tool: string; readonly args: JsonObject }[];
}

export type FakeTools = Readonly<
  Record<string, (args: JsonObject) => JsonValue | Promise<JsonValue>>
>;

/** A way to call tools that are functions. What one throws is what the gateway would say. */
export function fakeCalls(tools: FakeTools): FakeCalls {
  const made: { tool: string; args: JsonObject }[] = [];
  return {
    made,
    call: async (tool, args) => {
      made.push({ tool, args });
      const answer = tools[tool];
      if (answer === undefined) throw new Error(`Nobody expects a call of ${tool}.`);
      const structured = await answer(args);
      return { structured, content: [], isError: false, callId: `call-${made.length}` };
    },
  };
}
