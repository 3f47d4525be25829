import type { CosmosClientOptions } from "@azure/cosmos";

type HttpClient = NonNullable<CosmosClientOptions["httpClient"]>;
type PipelineRequest = Parameters<HttpClient["sendRequest"]>[0];
type HttpHeaders = PipelineRequest["headers"];

/** One request of the SDK, ready to be sent. */
export interface CosmosExchange {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Default: none. */
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** What the SDK reads of an answer. The answer of `fetch` has all of it. */
export interface CosmosReply {
  readonly status: number;
  readonly headers: Iterable<[string, string]>;
  readonly text: () => Promise<string>;
}

/** Sends one request to the account. The gateway's egress is behind it. */
export type CosmosFetch = (url: string, exchange: CosmosExchange) => Promise<CosmosReply>;

/** The request did not reach the account, or no answer came. Without the codes that the SDK retries on. */
export class TransportError extends Error {
  override readonly name = "TransportError";
}

/** Lets the SDK send through `fetch` alone: it opens no connection and follows no host of its own. */
export function createHttpClient(fetch: CosmosFetch): HttpClient {
  return {
    sendRequest: async (request) => {
      const abort = new AbortController();
      const { abortSignal, body } = request;
      const stop = (): void => abort.abort();
      abortSignal?.addEventListener("abort", stop);
      try {
        const reply = await fetch(request.url, {
          method: request.method,
          headers: request.headers.toJSON(),
          ...(typeof body === "string" && { body }),
          signal: abort.signal,
        });
        const bodyAsText = await reply.text();
        return { request, status: reply.status, headers: headersOf(reply), bodyAsText };
      } catch (error) {
        throw new TransportError("Cosmos DB gave no answer.", { cause: error });
      } finally {
        abortSignal?.removeEventListener("abort", stop);
      }
    },
  };
}

function headersOf(reply: CosmosReply): HttpHeaders {
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
