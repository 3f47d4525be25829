import { hash } from "node:crypto";
import {
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  type ToolContract,
  whyNotCanonical,
} from "@toolcourt/sdk";
import { z } from "zod";
import {
  type AuthorizedCall,
  type IncomingCall,
  isApproved,
  notNeeded,
  type Principal,
} from "../pipeline/call.ts";
import type { Approval } from "../pipeline/judged.ts";
import type { ToolPlan } from "../pipeline/plan.ts";
import { type RestoredCall, restoreCall } from "../pipeline/restore-call.ts";
import { StoreError } from "../stores/store-error.ts";
import type { StoredTask, TaskOwner } from "../stores/task-store.ts";

const text = z.string();
const number = z.number();
const object = z.custom<JsonObject>(isJsonObject);
const cap = z.strictObject({ max: number, limit: text });

const approvalSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("not-needed") }),
  z.strictObject({
    kind: z.literal("given"),
    by: text,
    at: number,
    id: text,
    digest: text,
  }),
  z.strictObject({ kind: z.literal("granted"), by: text, at: number, id: text }),
]);

const schema = z.strictObject({
  v: z.literal(1),
  callId: text,
  queryId: z.exactOptional(text),
  correlationId: text,
  sessionId: z.exactOptional(text),
  traceId: text,
  agent: z.strictObject({ name: text, version: text }),
  /** As the caller named it. */
  tool: text,
  endpoint: z.exactOptional(text),
  /** The kind of the principal. Default: a person. */
  kind: z.exactOptional(z.enum(["local", "user", "system"])),
  arguments: z.custom<JsonValue>((value) => value !== undefined),
  /** The arguments after the first gate. */
  input: object,
  grant: z.strictObject({
    statement: text,
    policy: z.exactOptional(text),
    caps: z.exactOptional(
      z.strictObject({
        timeoutMs: z.exactOptional(cap),
        retries: z.exactOptional(cap),
        resultBytes: z.exactOptional(cap),
      }),
    ),
  }),
  approval: approvalSchema,
  /** The contract that applies to the result, even if the tool has another one by then. */
  contract: z.custom<ToolContract>(isContract),
  publicName: text,
  settings: z.strictObject({
    maxInstances: number,
    timeoutMs: number,
    approval: z.enum(["none", "caller", "operator"]),
    isUndeclared: z.exactOptional(z.literal(true)),
  }),
  /** Set for a call that waits for an approval. Default: it runs at its server. */
  waits: z.exactOptional(
    z.strictObject({
      /** The request for approval. Default: the call waits for answers. */
      approval: z.exactOptional(text),
      /** What comes back with the answers to its questions. */
      requestState: z.exactOptional(text),
      /** The task as which the call went on. */
      at: z.exactOptional(text),
    }),
  ),
});

/** What is kept of a call that goes on as a task. */
export type KeptCall = z.output<typeof schema>;

export type Waits = NonNullable<KeptCall["waits"]>;

/** Takes a call that has its grant. `waits` is set for one that has not run. */
export function keptCallOf(call: AuthorizedCall, waits?: Waits): KeptCall {
  const { registered, principal, queryId, sessionId, endpoint } = call;
  const { contract, publicName, settings } = registered;
  return {
    v: 1,
    callId: call.callId,
    ...(queryId !== undefined && { queryId }),
    correlationId: call.correlationId,
    ...(sessionId !== undefined && { sessionId }),
    traceId: call.traceId,
    agent: { name: call.agent.name, version: call.agent.version },
    tool: call.tool,
    ...(endpoint !== undefined && { endpoint }),
    ...(principal.kind !== undefined && { kind: principal.kind }),
    arguments: call.arguments ?? {},
    input: call.input,
    grant: call.grant,
    approval: isApproved(call) ? nameless(call.approval) : notNeeded,
    contract,
    publicName,
    settings,
    ...(waits !== undefined && { waits }),
  };
}

/** Nothing behind the run needs to know who approved. A person who is erased must not stay here. */
function nameless(approval: Approval): Approval {
  return approval.kind === "not-needed" ? approval : { ...approval, by: "" };
}

export function writeKept(kept: KeptCall): string {
  return JSON.stringify(kept);
}

/** A database is outside too: what it returns is checked. */
export function readKept({ call, contract }: StoredTask): KeptCall {
  const read = schema.safeParse(parsed(call));
  if (!read.success || read.data.contract.digest !== contract) throw new StoreError("corrupt");
  return read.data;
}

/** Restores the call as it ran, for the principal who asks about it. */
export function restored(
  kept: KeptCall,
  { principal, plan, begunAt, startedAt }: Restoring,
): RestoredCall {
  const { input, grant, approval, tool, agent, callId, correlationId, traceId } = kept;
  const ids = { callId, correlationId, traceId, queryId: kept.queryId, sessionId: kept.sessionId };
  const call = { ...ids, agent, tool, endpoint: kept.endpoint, principal, begunAt };
  const passed = { input, grant, approval, arguments: kept.arguments };
  return restoreCall({ ...call, ...passed }, plan, startedAt);
}

interface Restoring {
  readonly principal: Principal;
  readonly plan: ToolPlan;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
}

/** Returns the owner of a call's task. */
export function ownerOf({ id, tenant }: Pick<Principal, "id" | "tenant">): TaskOwner {
  return { principal: id, tenant: tenant ?? null };
}

/** The owner as far as the store knows it. It may do nothing. */
export function ownerIn({ principal, tenant }: TaskOwner, { kind }: KeptCall): Principal {
  return {
    id: principal,
    permissions: [],
    ...(tenant !== null && { tenant }),
    ...(kind !== undefined && { kind }),
  };
}

/** Digests the arguments of a call. */
export function inputDigest({ input }: Pick<AuthorizedCall, "input">): string {
  const written =
    whyNotCanonical(input) === undefined ? canonicalJson(input) : JSON.stringify(input);
  return `sha256:${hash("sha256", written, "hex")}`;
}

function parsed(stored: string): unknown {
  try {
    return parseJson(stored);
  } catch (error) {
    throw new StoreError("corrupt", { cause: error });
  }
}

function isContract(value: unknown): value is ToolContract {
  if (!isJsonObject(value)) return false;
  const { server, name, digest, input, terms, asReceived } = value;
  const areTexts = [server, name, digest].every((each) => typeof each === "string");
  return areTexts && [input, terms, asReceived].every((each) => isJsonObject(each));
}

/** The fields of a call that is made again. */
export function againOf(kept: KeptCall): Omit<IncomingCall, "callId" | "principal" | "channel"> {
  const { queryId, sessionId, endpoint } = kept;
  return {
    correlationId: kept.correlationId,
    traceId: kept.traceId,
    agent: kept.agent,
    tool: kept.tool,
    arguments: kept.arguments,
    ...(queryId !== undefined && { queryId }),
    ...(sessionId !== undefined && { sessionId }),
    ...(endpoint !== undefined && { endpoint }),
  };
}
