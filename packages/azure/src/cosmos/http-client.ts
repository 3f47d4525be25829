import type { CosmosClientOptions } from "@azure/cosmos";
import type {
  HeldReply,
  HeldRequest,
  HeldStoresOptions,
  HeldToken,
} from "@toolcourt/gateway/internal/stores/held-stores";

type HttpClient = NonNullable<CosmosClientOptions["httpClient"]>;
type PipelineRequest = Parameters<HttpClient["sendRequest"]>[0];
type PipelineResponse = Awaited<ReturnType<HttpClient["sendRequest"]>>;
type HttpHeaders = PipelineRequest["headers"];

export type HttpClientOptions = Pick<HeldStoresOptions, "fetch" | "token" | "onCharge">;

/** The request did not reach the account, or no answer came. Without the codes that the SDK retries on. */
export class TransportError extends Error {
  override readonly name = "TransportError";
}

/** Why an operation failed, as a sentence for the operator. */
export class CosmosReason extends Error {
  override readonly name = "CosmosReason";
}

/**
 * Lets the SDK send through `fetch` alone: it opens no connection and follows no host of its own.
 * The token is put in here, so the SDK never sees it. A refused one is replaced once.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  return {
    sendRequest: async (request) => {
      const first = await tokenOf(options);
      const answer = await send(request, first, options);
      if (answer.status !== 401) return answer;
      first.refused();
      const next = await tokenOf(options);
      return next.token === first.token ? answer : send(request, next, options);
    },
  };
}

async function tokenOf({ token }: HttpClientOptions): Promise<HeldToken> {
  try {
    return await token();
  } catch (error) {
    const message = error instanceof Error ? error.message : "There is no token for Cosmos DB.";
    throw new CosmosReason(message, { cause: error });
  }
}

async function send(
  request: PipelineRequest,
  { token }: HeldToken,
  { fetch, onCharge }: HttpClientOptions,
): Promise<PipelineResponse> {
  const abort = new AbortController();
  const { abortSignal } = request;
  const stop = (): void => abort.abort();
  assertWanted(abortSignal);
  abortSignal?.addEventListener("abort", stop);
  request.headers.set("authorization", `type=aad&ver=1.0&sig=${token}`);
  try {
    const reply = await fetch(request.url, exchangeOf(request, abort.signal));
    const bodyAsText = await reply.text();
    const headers = headersOf(reply);
    const container = /\/colls\/([^/]+)/.exec(request.url)?.[1];
    if (container !== undefined) onCharge?.(container, chargeOf(headers));
    return { request, status: reply.status, headers, bodyAsText };
  } catch (error) {
    throw new TransportError("Cosmos DB gave no answer.", { cause: error });
  } finally {
    abortSignal?.removeEventListener("abort", stop);
  }
}

/** A caller may have timed out while a slow token was fetched. Then nothing is sent. */
function assertWanted(signal: PipelineRequest["abortSignal"]): void {
  if (signal?.aborted) throw new TransportError("The request was aborted.");
}

function exchangeOf({ method, headers, body }: PipelineRequest, signal: AbortSignal): HeldRequest {
  const text = typeof body === "string" ? { body } : {};
  return { method, headers: headers.toJSON(), signal, ...text };
}

function chargeOf(headers: HttpHeaders): number {
  return Number(headers.get("x-ms-request-charge") ?? 0);
}

function headersOf(reply: HeldReply): HttpHeaders {
  const headers = new Map([...reply.headers].map(([name, value]) => [name.toLowerCase(), value]));
  return {
    get: (name) => headers.get(name.toLowerCase()),
    has: (name) => headers.has(name.toLowerCase()),
    set: (name, value) => void headers.set(name.toLowerCase(), String(value)),
    delete: (name) => void headers.delete(name.toLowerCase()),
    toJSON: () => Object.fromEntries(headers),
    [Symbol.iterator]: () => headers.entries(),
  };
}
