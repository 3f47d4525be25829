import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Lookup } from "@toolcourt/gateway/internal/boundary/egress/address";
import {
  type Response as Answer,
  createFetchBy,
  createOriginAgent,
} from "@toolcourt/gateway/internal/boundary/egress/connector";
import {
  EgressFailure,
  type FailureKind,
} from "@toolcourt/gateway/internal/boundary/egress/egress-failure";
import {
  openHeaders,
  type SealedHeader,
} from "@toolcourt/gateway/internal/boundary/egress/request-headers";
import { createHoldSecret, withPrefix } from "@toolcourt/gateway/internal/boundary/secrets/secret";
import { ModelFailure } from "../model-failure.ts";

export interface EndpointConfig {
  /** Base URL of the endpoint's API, such as `https://models.example/v1`. */
  readonly url: string;
  /** Bearer token, sent to this endpoint only. */
  readonly key?: string;
  /** Size limit of an answer. Default: 4 MB. */
  readonly maxAnswerBytes?: number;
  /** Certificates to trust in addition to the system's. */
  readonly ca?: string;
}

export interface ModelDeps extends Pick<Runtime, "clock" | "randomBytes"> {
  /** Default: the system resolver. */
  readonly lookup?: Lookup;
}

interface ModelEndpoint extends AsyncDisposable {
  readonly fetch: typeof globalThis.fetch;
}

const defaultBytes = 4 * 1024 * 1024;

/**
 * Opens egress to a single endpoint, in any network. Adds the key here, so that requesters never
 * see it. Keeps the text of errors out.
 */
export function openModelEndpoint(settings: EndpointConfig, deps: ModelDeps): ModelEndpoint {
  const { url, key, maxAnswerBytes = defaultBytes, ca } = settings;
  const agent = createOriginAgent(new URL(url), { ...deps, ...(ca !== undefined && { ca }) });
  const send = createFetchBy(agent);
  const sealed: readonly SealedHeader[] =
    key === undefined ? [] : [["authorization", bearer(key, deps)]];

  return {
    fetch: async (to, init = {}) => {
      const { body, signal } = init;
      try {
        if (typeof body !== "string") throw new ModelFailure("rejected");
        const answer = await send(addressOf(to), {
          method: "POST",
          headers: { ...openHeaders(ours, sealed) },
          body,
          redirect: "manual",
          ...(signal && { signal }),
        });
        return await taken(answer, { maxBytes: maxAnswerBytes, signal });
      } catch (error) {
        signal?.throwIfAborted();
        throw sendFailure(error);
      }
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  };
}

const ours = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "user-agent": "toolcourt",
};

function bearer(key: string, { randomBytes }: ModelDeps): SealedHeader[1] {
  return withPrefix(createHoldSecret(randomBytes(32))(key), "Bearer ");
}

function addressOf(to: string | URL | Request): string {
  return typeof to === "string" ? to : "href" in to ? to.href : to.url;
}

const refusals: ReadonlySet<FailureKind> = new Set(["address-refused", "host-refused"]);

function sendFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  const failure = [error, cause].find((each) => each instanceof EgressFailure);
  if (failure === undefined) return new ModelFailure("cut-short");
  if (failure.kind === "header-refused") return new ModelFailure("unauthenticated");
  return new ModelFailure(refusals.has(failure.kind) ? "address-refused" : "unreachable");
}

const types = ["application/json", "text/event-stream"];

/** Reads a response: only the status of a failure, and a limited body otherwise. */
async function taken(answer: Answer, limit: Limit): Promise<Response> {
  const { status, headers, body } = answer;
  const type = mediaTypeOf(answer);
  if (isGood(status) && types.includes(type) && body !== null) {
    const chunks = capped(body, limit);
    return new Response(ReadableStream.from(chunks), { headers: { "content-type": type } });
  }
  await body?.cancel();
  if (isGood(status)) throw new ModelFailure("unexpected-content", { status });
  if (status < 400) throw new ModelFailure("redirect-refused", { status });
  return new Response(null, { status, headers: [...headers].filter(([name]) => waits.test(name)) });
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

function mediaTypeOf({ headers }: Answer): string {
  return headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

interface Limit {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | null | undefined;
}

/** Headers with the retry delay. Nothing else of a failure is passed on. */
const waits = /^(?:x-ms-)?retry-after|ratelimit/;

async function* capped(
  body: AsyncIterable<unknown>,
  { maxBytes, signal }: Limit,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let seen = 0;
  try {
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) continue;
      seen += chunk.length;
      if (seen > maxBytes) throw new ModelFailure("too-large");
      yield Uint8Array.from(chunk);
    }
  } catch (error) {
    signal?.throwIfAborted();
    // Drops the cause, which contains untrusted text.
    throw error instanceof ModelFailure ? error : new ModelFailure("cut-short");
  }
}

export interface ModelConfig extends EndpointConfig {
  /** Model name at the endpoint. */
  readonly name: string;
}

export interface OpenedModel extends AsyncDisposable {
  readonly model: LanguageModelV4;
}

/**
 * Opens a model behind an OpenAI-compatible endpoint.
 *
 * @example
 * ```ts
 * const url = "https://models.example/v1";
 * await using opened = openModel({ url, name: "small", key }, { clock: systemClock, randomBytes });
 * const plan = createModelPlanner({ model: opened.model });
 * ```
 */
export function openModel(settings: ModelConfig, deps: ModelDeps): OpenedModel {
  const door = openModelEndpoint(settings, deps);
  return {
    model: createModel({ url: settings.url, name: settings.name, fetch: door.fetch }),
    [Symbol.asyncDispose]: () => door[Symbol.asyncDispose](),
  };
}

interface EndpointOptions {
  /** Base URL of the endpoint's API, such as `https://models.example/v1`. */
  readonly url: string;
  /** The model's name at the endpoint. */
  readonly name: string;
  /** Carries every request. The provider of this function adds the key header. */
  readonly fetch: typeof globalThis.fetch;
}

/** Creates a model for any OpenAI-compatible chat completions endpoint. */
function createModel(options: EndpointOptions): LanguageModelV4 {
  const provider = createOpenAICompatible({
    name: "endpoint",
    baseURL: options.url,
    fetch: options.fetch,
    supportsStructuredOutputs: true,
  });
  return provider.chatModel(options.name);
}
