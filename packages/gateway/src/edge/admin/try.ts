import { hasCode, isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import { type JsonObject, own } from "@toolcourt/sdk";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import { type IncomingCall, isQuestion, type Principal } from "../../pipeline/call.ts";
import type { DryRunCall } from "../../pipeline/dry-run.ts";
import { formPartsOf } from "../../pipeline/form-parts.ts";
import type { CallTool } from "../../pipeline/pipeline.ts";
import { resultOf } from "../../pipeline/result-of.ts";
import { issueJson, refusalJson, verdictJson } from "../../pipeline/verdict.ts";
import type { AuthenticatedRequest } from "../callers.ts";
import type { AdminPart, AdminSender } from "./part.ts";
import { type Attempt, attemptIn, isAboutTrying, tryAskIn } from "./try-requests.ts";

export interface TryDeps {
  readonly clock: Pick<Clock, "monotonic">;
  readonly newId: () => string;
  /** Returns a tool by its server and the server's own name for it, held or not. */
  readonly find: (server: string, name: string) => RegisteredTool | undefined;
  /** Returns the tools that a principal could call, as callers see them. */
  readonly callable: (principal: Principal) => readonly JsonObject[];
  readonly dryRun: DryRunCall;
  readonly callTool: CallTool;
}

/** The permission to try tools. What a call may do, the policy decides as for any caller. */
const tryPermission = "tools:try";

/** Lets people try a tool: as themselves, through the same pipeline as any caller. */
export function tryPart(deps: TryDeps): AdminPart {
  return {
    isAbout: isAboutTrying,
    answer: (request, sender) => answerAboutTrying(deps, request, sender),
  };
}

async function answerAboutTrying(
  deps: TryDeps,
  request: AuthenticatedRequest,
  { require: permit, principal }: AdminSender,
): Promise<JsonObject> {
  const { kind, server, name } = tryAskIn(request);
  permit(tryPermission);
  // Read first: what is wrong with a body says nothing about the tool.
  const attempt = kind === "form" ? undefined : await attemptIn(request);
  const tool = deps.find(server, name);
  if (tool === undefined) throw unknown;
  if (attempt === undefined) return formOf(deps, tool, principal);
  const call = callOf(deps, { tool, principal, attempt });
  return attempt.isDry ? verdictOf(deps, call) : run(deps, call, request);
}

const unknown = new Refusal("tool-absent", {});

interface Trying {
  readonly tool: RegisteredTool;
  readonly principal: Principal;
  readonly attempt: Pick<Attempt, "arguments">;
}

function callOf({ newId }: TryDeps, { tool, principal, attempt }: Trying): IncomingCall {
  return {
    callId: newId(),
    correlationId: newId(),
    traceId: newId(),
    principal,
    agent: { name: "toolcourt console", version },
    tool: tool.publicName,
    arguments: attempt.arguments,
    source: "console",
    words: { kind: "typed", text: JSON.stringify(attempt.arguments) },
  };
}

/** The schema as callers see it. A tool that the principal cannot call has none. */
async function formOf(
  deps: TryDeps,
  tool: RegisteredTool,
  principal: Principal,
): Promise<JsonObject> {
  const { publicName, contract, settings } = tool;
  const listed = deps.callable(principal).find((each) => own(each, "name") === publicName);
  const refusal = listed === undefined ? await whyNot(deps, tool, principal) : null;
  const { input, ...parts } = formPartsOf(contract.input, listed);
  return {
    server: contract.server,
    name: contract.name,
    tool: publicName,
    title: listed === undefined ? null : titleOf(listed),
    description: refusal === null ? contract.description : "",
    effect: contract.effect,
    digest: contract.digest,
    approval: settings.approval === "none" ? null : settings.approval,
    input: refusal === null ? input : null,
    ...parts,
    refusal,
  };
}

function titleOf(listed: JsonObject): string | null {
  const title = own(listed, "title");
  return typeof title === "string" ? title : null;
}

async function verdictOf({ dryRun }: TryDeps, call: IncomingCall): Promise<JsonObject> {
  const found = await dryRun(call);
  if (found.kind === "refused") assertKnown(found.refusal);
  return verdictJson(call.tool, found);
}

/** A tool that is hidden from the principal looks like none, whatever it is asked for. */
function assertKnown({ code }: Refusal): void {
  if (code === "tool-unknown") throw unknown;
}

async function whyNot(
  deps: TryDeps,
  tool: RegisteredTool,
  principal: Principal,
): Promise<JsonObject | null> {
  const call = callOf(deps, { tool, principal, attempt: { arguments: {} } });
  const dryRun = await deps.dryRun(call);
  if (dryRun.kind === "allowed" || dryRun.issues.length > 0) return null;
  assertKnown(dryRun.refusal);
  return refusalJson(dryRun.refusal);
}

/** Makes one call. A browser that leaves ends it, as any caller does. */
async function run(
  { callTool, clock }: TryDeps,
  call: IncomingCall,
  { socket }: AuthenticatedRequest,
): Promise<JsonObject> {
  const left = new AbortController();
  const leave = (): void => left.abort();
  socket.once("close", leave);
  if (socket.destroyed) leave();
  const began = clock.monotonic();
  try {
    const ending = await endingOf(callTool, call, left.signal);
    return { callId: call.callId, tool: call.tool, ms: clock.monotonic() - began, ...ending };
  } finally {
    socket.off("close", leave);
  }
}

const nothing = { result: null, refusal: null, issues: [], request: null } as const;

async function endingOf(
  callTool: CallTool,
  call: IncomingCall,
  signal: AbortSignal,
): Promise<JsonObject> {
  try {
    const output = await callTool(call, signal);
    if (isQuestion(output)) {
      const { tool } = call;
      throw new Refusal("interaction-required", { tool, because: "not-declared" });
    }
    const outcome = output.isError ? "failed" : "answered";
    return { ...nothing, outcome, result: resultOf(output) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    assertKnown(error);
    return { ...nothing, ...refused(error), refusal: refusalJson(error) };
  }
}

/** A call that waits names the request for its approval. */
function refused(error: Refusal): JsonObject {
  if (hasCode(error, "approval-required") && error.details.id !== undefined) {
    const { id } = error.details;
    return { outcome: "waits", request: { id, path: `/approvals/${id}` } };
  }
  const { places = [] } = hasCode(error, "input-invalid") ? error.details : {};
  return { outcome: "refused", issues: places.map(issueJson) };
}
