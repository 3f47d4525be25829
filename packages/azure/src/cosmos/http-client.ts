import type { CosmosClientOptions } from "@azure/cosmos";
import type {
  HeldFetch,
  HeldReply,
  HeldRequest,
} from "@toolcourt/gateway/internal/stores/held-stores";

type HttpClient = NonNullable<CosmosClientOptions["httpClient"]>;
type PipelineRequest = Parameters<HttpClient["sendRequest"]>[0];
type HttpHeaders = PipelineRequest["headers"];

/** Receives the request units of each answer, refusals included. */
export type OnCharge = (container: string, units: number) => void;

/** The request did not reach the account, or no answer came. Without the codes that the SDK retries on. */
export class TransportError extends Error {
  override readonly name = "TransportError";
}

/** Lets the SDK send through `fetch` alone: it opens no connection and follows no host of its own. */
export function createHttpClient(fetch: HeldFetch, onCharge?: OnCharge): HttpClient {
  return {
    sendRequest: async (request) => {
      const abort = new AbortController();
      const { abortSignal } = request;
      const stop = (): void => abort.abort();
      assertWanted(abortSignal);
      abortSignal?.addEventListener("abort", stop);
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
    },
  };
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
