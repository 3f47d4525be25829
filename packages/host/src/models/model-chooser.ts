import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { JsonObject, JsonSchema } from "@toolcourt/sdk";
import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import type { Source } from "../grounding/source.ts";
import type { Mode } from "../grounding/verify.ts";
import { ModelFailure } from "../model-failure.ts";
import type { ChooseQuotes } from "../ports.ts";
import { askParts, endedWell, type ModelOptions } from "./ask-model.ts";
import { choosing, promptOf } from "./prompts.ts";
import { BulletReader } from "./read-bullets.ts";

export interface ModelChooserOptions extends ModelOptions {
  /** Maximum characters of spans a model reads. Default: 60,000. */
  readonly maxSourceLength?: number;
}

const defaultSourceLength = 60_000;

/**
 * Lets a model choose the quotes of a result. It gets the question and spans and returns span ids;
 * the caller copies the quotes. Yields each bullet as soon as it is complete.
 *
 * @example
 * ```ts
 * declare const model: ModelOptions["model"];
 * const choose = createModelChooser({ model });
 * await using host = await openHost({ folder: "." }, { choose });
 * ```
 */
export function createModelChooser(options: ModelChooserOptions): ChooseQuotes {
  const { maxSourceLength = defaultSourceLength } = options;

  return async function* ({ question, source, mode, signal }) {
    const reader = new BulletReader();
    const prompt = {
      prompt: promptOf(choosing[mode], { question, spans: spansOf(source, maxSourceLength) }),
      responseFormat: { type: "json" as const, name: "summary", schema: forms[mode] },
    };
    for await (const part of askParts(options, prompt, signal)) {
      if (part.type === "finish") endedWell(part.finishReason);
      else yield* reader.read(textOf(part));
    }
    reader.end();
  };
}

/** Returns the text of a part. A chooser offers no functions, so a tool call fails. */
function textOf(part: LanguageModelV4StreamPart): string {
  if (part.type === "tool-call") throw new ModelFailure("function-unknown");
  return part.type === "text-delta" ? part.delta : "";
}

/** Returns as many spans as fit, from the first. */
function spansOf({ spans }: Source, maxLength: number): readonly JsonObject[] {
  const shown: JsonObject[] = [];
  let left = maxLength;
  for (const span of spans) {
    const { text } = withoutHiddenCharacters(span.text);
    left -= text.length;
    if (left < 0) break;
    shown.push({ id: span.id, text });
  }
  return shown;
}

const span: JsonSchema = { type: "string", description: "The id of a span." };
const claim: JsonSchema = { type: "string", description: "What the span says, in one sentence." };

const forms = {
  extractive: formOf({ span }),
  paraphrase: formOf({ span, claim }),
} satisfies Record<Mode, JsonSchema>;

function formOf(properties: JsonObject): JsonSchema {
  const bullet = {
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
  return {
    type: "object",
    properties: { bullets: { type: "array", items: bullet } },
    required: ["bullets"],
    additionalProperties: false,
  };
}
