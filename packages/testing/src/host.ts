import { signalOf } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { RegisteredTool } from "@toolcourt/gateway/internal/catalog/snapshot";
import type {
  CheckedResult,
  IncomingCall,
  Question,
} from "@toolcourt/gateway/internal/pipeline/call";
import type { QuarantinedResult } from "@toolcourt/gateway/internal/pipeline/quarantine";
import {
  type Asking,
  createHost,
  type Host,
  type HostOptions,
  type ToolAccess,
} from "@toolcourt/host/internal/answering/create-host";
import { noAbort, registeredTool } from "./calls.ts";

export interface HostWorld {
  readonly tools?: readonly RegisteredTool[];
  /** Returns the current tools. Default: they do not change. */
  readonly toolsNow?: () => readonly RegisteredTool[];
  /** The pipeline's answer to a call. */
  readonly answer?: (
    call: IncomingCall,
    signal: AbortSignal,
  ) => CheckedResult | Question | Promise<CheckedResult | Question>;
  readonly quarantined?: readonly QuarantinedResult[];
  readonly isTyped?: boolean;
}

export interface HostUnderTest extends Host {
  /** The calls that the pipeline has received. */
  readonly calls: readonly IncomingCall[];
  /** All input of planners and choosers, as JSON. */
  readonly prompts: readonly string[];
}

/** A result that satisfies the contract of the exemplary tool. */
export const forecast: CheckedResult = {
  content: [{ type: "text", text: '{"celsius":21}' }],
  structuredContent: { celsius: 21 },
  isError: false,
};

/** A plan with valid arguments for the exemplary tool. */
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

/** Creates a host in front of a one-function pipeline. By default it plans a forecast of Geneva. */
export function hostUnderTest(
  world: HostWorld = {},
  options: Partial<Omit<HostOptions, "access" | "newId">> = {},
): HostUnderTest {
  const calls: IncomingCall[] = [];
  const prompts: string[] = [];
  const { plan = () => forecastPlan, choose } = options;
  /** Records every request. */
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
    access: accessOf(world, calls),
    newId: createIds(),
  });
  return { ...host, calls, prompts };
}

function accessOf(world: HostWorld, calls: IncomingCall[]): ToolAccess {
  const { tools = [registeredTool()], answer = () => forecast, isTyped = true } = world;
  return {
    tools: world.toolsNow ?? (() => tools),
    callTool: async (call, signal) => {
      calls.push(call);
      return answer(call, signalOf(signal));
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
