import { signalOf } from "@toolcourt/contracts/internal/kernel/cancellation";
import { Redaction } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import type { RegisteredTool, Snapshot } from "@toolcourt/gateway/internal/catalog/snapshot";
import type {
  ApprovedCall,
  AuthorizedCall,
  ConnectedCall,
  IncomingCall,
  JudgedCall,
  OuterCall,
  PermittedCall,
  ResolvedCall,
  ValidatedCall,
} from "@toolcourt/gateway/internal/pipeline/call";
import {
  ClauseCounters,
  defaultClauses,
} from "@toolcourt/gateway/internal/pipeline/clause-counters";
import { type PlanDeps, planOf, type ToolPlan } from "@toolcourt/gateway/internal/pipeline/plan";
import { Redactors } from "@toolcourt/gateway/internal/pipeline/redactors";
import type { Upstream, UpstreamCall } from "@toolcourt/gateway/internal/upstreams/upstream";
import { type JsonObject, type JsonValue, readContract, type ToolContract } from "@toolcourt/sdk";
import { tool } from "./tool.ts";

/** Builds a valid tool contract with the test's differences. */
export function toolContract(differences: Partial<ToolContract> = {}): ToolContract {
  const reading = readContract({ server: "weather", tool: tool() });
  if (reading.kind === "unreadable") throw new TypeError(`${reading.pointer}: ${reading.message}`);
  return { ...reading.contract, ...differences };
}

/** Creates a callable tool: read-only, idempotent, accepting any arguments. */
export function registeredTool(differences: Partial<RegisteredTool> = {}): RegisteredTool {
  return {
    publicName: "get-forecast",
    contract: toolContract(),
    home: { kind: "server", server: "weather" },
    settings: { maxInstances: 10, timeoutMs: 1_000, approval: "none" },
    findings: [],
    validateInput: (value) => ({ kind: "valid", value }),
    validateOutput: (value) => ({ kind: "valid", value }),
    ...differences,
  };
}

/** Creates a tool whose every call changes something. */
export function writingTool(differences: Partial<RegisteredTool> = {}): RegisteredTool {
  return registeredTool({ contract: toolContract({ effect: "write", terms: {} }), ...differences });
}

export function incomingCall(differences: Partial<IncomingCall> = {}): IncomingCall {
  return {
    callId: "call-1",
    principal: { id: "ada", permissions: "all" },
    correlationId: "0b8f3c52-9d1e-4a86-b7ce-2f6d1c0e5a41",
    traceId: "6a1d0e9c-3f2b-4c58-8e77-91b0a4d2c3f6",
    agent: { name: "agent-under-test", version: "1.0.0" },
    tool: "get-forecast",
    arguments: { city: "Geneva" },
    ...differences,
  };
}

const noTools: Snapshot = { version: 1, tools: new Map(), listed: [] };

/** What plans are made from in a gateway without settings. */
export const planDeps: PlanDeps = {
  current: () => noTools,
  clausesOf: () => defaultClauses,
  counters: new ClauseCounters(),
  hiding: new Redactors(new Redaction()),
  hintsOf: () => "off",
  allowedRequestsOf: () => ["elicitation"],
  isTerse: () => false,
  overHttp: () => undefined,
  findToken: () => undefined,
};

/** Builds the plan of a tool, with the test's differences. */
export function toolPlan(of: RegisteredTool, differences: Partial<ToolPlan> = {}): ToolPlan {
  return { ...planOf(of, planDeps), ...differences };
}

export function resolvedCall(differences: Partial<ResolvedCall> = {}): ResolvedCall {
  const { registered = differences.plan?.tool ?? registeredTool() } = differences;
  return { ...incomingCall(), registered, plan: toolPlan(registered), ...differences };
}

export function permittedCall(differences: Partial<PermittedCall> = {}): PermittedCall {
  return { ...resolvedCall(differences), permit: { kind: "permitted" }, ...differences };
}

export function validatedCall(differences: Partial<ValidatedCall> = {}): ValidatedCall {
  return { ...permittedCall(differences), input: { city: "Geneva" }, ...differences };
}

export function authorizedCall(differences: Partial<AuthorizedCall> = {}): AuthorizedCall {
  return { ...validatedCall(differences), grant: { statement: "a test" }, ...differences };
}

export function connectedCall(differences: Partial<ConnectedCall> = {}): ConnectedCall {
  return { ...authorizedCall(differences), connection: { kind: "not-needed" }, ...differences };
}

export function judgedCall(differences: Partial<JudgedCall> = {}): JudgedCall {
  return { ...connectedCall(differences), judged: { kind: "passed" }, ...differences };
}

export function approvedCall(differences: Partial<ApprovedCall> = {}): ApprovedCall {
  return { ...judgedCall(differences), approval: { kind: "not-needed" }, ...differences };
}

/** A call by a tool that may call every other tool. */
export const outerCall: OuterCall = {
  callId: "call-0",
  tool: "sum-up",
  contract: toolContract({ server: "local", name: "sum-up" }),
  mayCall: () => true,
  endsAt: 60_000,
  take: () => "taken",
  takeOfAll: () => true,
};

/** Builds a valid server result. */
export function goodResult(differences: JsonObject = {}): JsonObject {
  return {
    content: [{ type: "text", text: '{"celsius":21}' }],
    structuredContent: { celsius: 21 },
    isError: false,
    ...differences,
  };
}

const unused = (): Promise<never> => Promise.reject(new Error("Nobody asks this."));

type AnswerCall = (call: UpstreamCall, signal: AbortSignal) => Promise<JsonObject> | JsonObject;

/** Creates an upstream from one function, and records its calls. */
export function fakeUpstream(answer: AnswerCall): Upstream & { readonly calls: UpstreamCall[] } {
  const calls: UpstreamCall[] = [];
  return {
    era: "modern",
    calls,
    listTools: (): Promise<readonly JsonValue[]> => unused(),
    callTool: async (call, signal) => {
      calls.push(call);
      return answer(call, signalOf(signal));
    },
    request: unused,
    capabilities: () => ({}),
    watchResources: unused,
    lost: new Promise(() => undefined),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Returns a promise that never settles. */
export function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** A signal that never aborts. */
export const noAbort: AbortSignal = new AbortController().signal;
