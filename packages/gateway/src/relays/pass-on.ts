import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { type Clean, cleanMembers } from "../boundary/cleaning/clean-value.ts";
import type { Question } from "../pipeline/call.ts";
import { guardReach } from "../pipeline/guard-reach.ts";
import type { AskingTerms } from "../pipeline/input-request.ts";
import { checkInputRequired, isInputRequired } from "../pipeline/input-required.ts";
import type { Traces } from "../pipeline/trace-calls.ts";
import { traceSending } from "../pipeline/trace-sending.ts";
import { type Asked, failed, refusalFor } from "./refusals.ts";
import type { RelayServer } from "./relay-server.ts";
import type { RelayRequest } from "./relays.ts";
import { faultIn, type RelayedMethod } from "./results.ts";
import { answerMs } from "./server-lists.ts";

export interface Passage {
  readonly server: RelayServer;
  readonly method: RelayedMethod;
  /** The address, for a resource. Default: none. */
  readonly uri?: string;
}

export type PassOn = (
  passage: Passage,
  request: RelayRequest,
  signal: AbortSignal,
) => Promise<JsonObject>;

/** Forwards a caller's request to a server, and returns the checked and cleaned result. */
export function createPassOn(clock: Clock, clean: Clean, traces?: Traces): PassOn {
  return async ({ server, method, uri }, { params, reach, trace }, signal) => {
    const asked: Asked = { method, server: server.name, ...(uri !== undefined && { uri }) };
    const terms = { mayAsk: server.mayAsk, clean };
    const request = {
      method,
      params: ownParams(params, server),
      ...(reach && { reach: guardReach(reach, terms) }),
    };
    const to = { method, target: promptIn(method, params), server: server.name, parent: trace };
    const result = await traceSending(to, traces, (at) =>
      withTimeout({ clock, ms: answerMs, signal }, (both) =>
        server.upstream.request({ ...request, ...(at && { trace: at }) }, both),
      ),
    ).catch((error: unknown) => {
      throw refusalFor(error, asked, signal);
    });

    if (isInputRequired(result)) {
      const capabilities = reach?.capabilities ?? {};
      const asks = checkedAsks(result, { ...terms, capabilities }, asked);
      return { resultType: "input_required", ...asks };
    }
    const fault = faultIn(method, result);
    if (fault !== undefined) throw failed(asked, { ...fault });
    return cleanMembers(ownResult(result), clean);
  };
}

/** Returns the requested prompt name. Other methods have no name that we know. */
function promptIn(method: RelayedMethod, params: JsonObject): string {
  const name = method === "prompts/get" ? own(params, "name") : undefined;
  return typeof name === "string" ? name : "";
}

function checkedAsks(result: JsonObject, terms: AskingTerms, asked: Asked): Question["asks"] {
  const checked = checkInputRequired(result, terms);
  if (checked.kind === "passed" && asked.method !== "completion/complete") return checked.asks;
  throw failed(asked, { kind: "question" });
}

/** Removes metadata meant for us alone. The legacy protocol has no fields for late answers. */
function ownParams(params: JsonObject, { upstream }: RelayServer): JsonObject {
  const kept = without(params, "_meta");
  return upstream.era === "legacy" ? without(kept, "inputResponses", "requestState") : kept;
}

const serverInfo = "io.modelcontextprotocol/serverInfo";

/**
 * Removes fields meant for us alone: the server's identity and the result type. The reply to the
 * caller is in our name and in the caller's protocol version.
 */
function ownResult(result: JsonObject): JsonObject {
  const kept = without(result, "resultType");
  const meta = own(result, "_meta");
  return isJsonObject(meta) ? { ...kept, _meta: without(meta, serverInfo) } : kept;
}

function without(object: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}
