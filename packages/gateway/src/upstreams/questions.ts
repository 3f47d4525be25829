import type { JSONRPCMessage, JSONRPCRequest } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { orAborted } from "./follow-changes.ts";
import type { PendingRequest } from "./pending-request.ts";
import { type Asking, askingOf, type InputRequest } from "./upstream.ts";

export interface QuestionsDeps {
  readonly allowedRequests: readonly Asking[];
  readonly reply: (message: JSONRPCMessage) => Promise<void>;
  /** A modern server asks within its results, and must not ask otherwise. */
  readonly isModern: () => boolean;
}

// An endless series of questions would fill our memory and annoy the person asked.
const maxOpen = 64;
const maxPerRequest = 16;
const methodNotFound = -32_601;

/**
 * Forwards a legacy server's questions to the caller of the call they belong to. Without such a
 * call, or if the caller cannot be asked, it answers at once: the server must not wait.
 */
export class Questions {
  readonly #deps: QuestionsDeps;
  readonly #open = new Map<JsonValue, AbortController>();

  constructor(deps: QuestionsDeps) {
    this.#deps = deps;
  }

  /** Returns true if it takes the request. Otherwise the SDK's client does. */
  take(request: JSONRPCRequest, asked: PendingRequest | undefined): boolean {
    const asking = askingOf(request.method);
    if (asking === undefined || this.#deps.isModern()) return false;
    const isSane = typeof request.id === "string" || typeof request.id === "number";
    if (!isSane || this.#open.size >= maxOpen || this.#open.has(request.id)) return true;
    void this.#answer(request, { asked, isAllowed: this.#deps.allowedRequests.includes(asking) });
    return true;
  }

  /** Called when the server cancels its question. */
  withdraw(params: unknown): void {
    const id = isJsonObject(params) ? own(params, "requestId") : undefined;
    if (id !== undefined) this.#open.get(id)?.abort();
  }

  async #answer(request: JSONRPCRequest, to: Addressee): Promise<void> {
    const { id } = request;
    const withdrawn = new AbortController();
    this.#open.set(id, withdrawn);
    try {
      const content = await contentFor(request, to, withdrawn.signal);
      // A withdrawn question must not be answered.
      if (!withdrawn.signal.aborted) await this.#deps.reply({ jsonrpc: "2.0", id, ...content });
    } catch {
      // The reply failed: the connection is gone, and pending requests fail by themselves.
    } finally {
      this.#open.delete(id);
    }
  }
}

/** The request whose caller is asked, if there is one. */
interface Addressee {
  readonly asked: PendingRequest | undefined;
  readonly isAllowed: boolean;
}

type Content =
  | { readonly result: JsonObject }
  | { readonly error: { readonly code: number; readonly message: string } };

async function contentFor(
  { method, params }: JSONRPCRequest,
  { asked, isAllowed }: Addressee,
  withdrawn: AbortSignal,
): Promise<Content> {
  if (asked === undefined) return cannotAsk(method);
  asked.questions ??= { asked: 0, over: new AbortController() };
  asked.questions.asked += 1;
  if (asked.questions.asked > maxPerRequest) return cannotAsk(method);
  const ask = askOf(asked, isAllowed, method);
  if (ask === undefined) return cannotAsk(method);

  const signal = AbortSignal.any([asked.questions.over.signal, withdrawn]);
  try {
    return { result: await orAborted(ask(toAsk(method, params), signal), signal) };
  } catch {
    return cannotAsk(method);
  }
}

/** Returns undefined if the caller cannot be asked that, and reports the refusal. */
function askOf(
  { channel }: PendingRequest,
  isAllowed: boolean,
  method: string,
): NonNullable<PendingRequest["channel"]>["ask"] {
  const ask = isAllowed ? channel?.ask : undefined;
  if (ask === undefined) channel?.onRefused?.(method);
  return ask;
}

/**
 * Builds the request to the caller. Drops the server's `_meta`, which is private to our connection.
 */
function toAsk(method: string, params: unknown): InputRequest {
  if (!isJsonObject(params)) return { method, params: {} };
  const { _meta: _, ...rest } = params;
  return { method, params: rest };
}

function cannotAsk(method: string): Content {
  if (method === "elicitation/create") return { result: { action: "cancel" } };
  return { error: { code: methodNotFound, message: "No caller can be asked." } };
}
