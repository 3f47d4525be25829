import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";

export interface EndpointOptions {
  /** Where the endpoint's API begins, such as `https://models.example/v1`. */
  readonly url: string;
  /** Which of its models. */
  readonly name: string;
  /** All that leaves goes through it. Whoever makes it puts the key into the headers. */
  readonly fetch: typeof globalThis.fetch;
}

/** A model behind any endpoint that speaks the OpenAI-compatible chat completions protocol. */
export function createModel(options: EndpointOptions): LanguageModelV4 {
  const provider = createOpenAICompatible({
    name: "endpoint",
    baseURL: options.url,
    fetch: options.fetch,
    supportsStructuredOutputs: true,
  });
  return provider.chatModel(options.name);
}
