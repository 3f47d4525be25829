import type { RegisteredTool } from "../catalog/snapshot.ts";
import { type Asking, createHost, type Host, type HostOptions } from "../host/create-host.ts";
import type { CheckedResult, IncomingCall, Question } from "../pipeline/call.ts";
import type { QuarantinedResult } from "../pipeline/quarantine.ts";
import { noAbort, registeredTool } from "./calls.ts";

export interface HostWorld {
  readonly tools?: readonly RegisteredTool[];
  /** The tools at each moment, where they change. */
  readonly toolsNow?: () => readonly RegisteredTool[];
  /** What the line does with a call. */
  readonly answer?: (
    call: IncomingCall,
    signal: AbortSignal,
  ) => CheckedResult | Question | Promise<CheckedResult | Question>;
  readonly quarantined?: readonly QuarantinedResult[];
  readonly isTyped?: boolean;
}

export interface HostUnderTest extends Host {
  /** The calls that the line has had. */
  readonly calls: readonly IncomingCall[];
  /** Everything that a planner or a chooser was given, as JSON. */
  readonly prompts: readonly string[];
}

/** A result that keeps the contract of the exemplary tool. */
export const forecast: CheckedResult = {
  content: [{ type: "text", text: '{"celsius":21}' }],
  structuredContent: { celsius: 21 },
  isError: false,
};

/** A plan that the exemplary tool accepts. */
export const forecastPlan = {
  type: "call_tool",
  tool: "get-forecast",
  arguments: { city: "Geneva" },
} as const;

export const asking: Asking = {
  principal: { id: "ada", permissions: "all" },
  agent: { name: "agent-under-test", version: "1.0.0" },
  signal: noAbort,
};

/** A host before a line that is one function. Plans a forecast of Geneva where a test does not say otherwise. */
export function hostUnderTest(
  world: HostWorld = {},
  options: Partial<Omit<HostOptions, "line" | "newId">> = {},
): HostUnderTest {
  const calls: IncomingCall[] = [];
  const prompts: string[] = [];
  const { plan = () => forecastPlan, choose } = options;
  /** Remembers what it is given. */
  const watched =
    <Request, Said>(work: (request: Request) => Said) =>
    (request: Request): Said => {
      prompts.push(JSON.stringify(request));
      return work(request);
    };
  const host = createHost({
    summary: "off",
    ...options,
    plan: watched(plan),
    ...(choose && { choose: watched(choose) }),
    line: lineOf(world, calls),
    newId: createIds(),
  });
  return { ...host, calls, prompts };
}

function lineOf(world: HostWorld, calls: IncomingCall[]): HostOptions["line"] {
  const { tools = [registeredTool()], answer = () => forecast, isTyped = true } = world;
  return {
    tools: world.toolsNow ?? (() => tools),
    callTool: async (call, signal) => {
      calls.push(call);
      return answer(call, signal);
    },
    quarantined: (id) => world.quarantined?.find((each) => each.id === id),
    isTyped: () => isTyped,
  };
}

function createIds(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `id-${last}`;
  };
}
