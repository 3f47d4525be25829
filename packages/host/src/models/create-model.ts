import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";

export interface EndpointOptions {
  /** Base URL of the endpoint's API, such as `https://models.example/v1`. */
  readonly url: string;
  /** The model's name at the endpoint. */
  readonly name: string;
  /** Carries every request. The provider of this function adds the key header. */
  readonly fetch: typeof globalThis.fetch;
}

/** Creates a model for any OpenAI-compatible chat completions endpoint. */
export function createModel(options: EndpointOptions): LanguageModelV4 {
  const provider = createOpenAICompatible({
    name: "endpoint",
    baseURL: options.url,
    fetch: options.fetch,
    supportsStructuredOutputs: true,
  });
  return provider.chatModel(options.name);
}
