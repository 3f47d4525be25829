import { isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import {
  type Clean,
  cleanMembers,
  cleanValue,
  createCleanText,
  joinedTexts,
} from "../../boundary/cleaning/clean-value.ts";
import type { RedactionCounts, RedactText } from "../../boundary/redaction/redact-text.ts";
import type { CheckedResult } from "../call.ts";
import type { Redactions } from "../outcome.ts";
import type { Stages } from "../pipeline.ts";
import type { Redactor } from "../redactors.ts";
import { maskNumbers, type RedactNumbersDeps } from "./redact-numbers.ts";

export interface RedactDeps extends RedactNumbersDeps {
  /** Receives the number of removed characters, if any. Default: not reported. */
  readonly onRemoved?: ((tool: string, removed: number) => void) | undefined;
}

/** Redacts secrets and removes invisible characters in a result. */
export function createRedact(deps: RedactDeps): Stages["redact"] {
  const { hiding, onRemoved } = deps;
  return function redact(call, checked) {
    const { registered } = call;
    const redactors = { text: call.plan.redactor, data: hiding.forBinary };
    const masked = maskNumbers(call, checked, deps);
    if (masked.count === 0 && isClean(checked, redactors)) return { output: checked };
    const taken = new Tally(masked.count);
    const output = cleanResult(masked.output, {
      text: taken.cleaning(redactors.text.redact),
      data: taken.cleaning(redactors.data.redact),
    });
    const redacted = taken.all();
    if (redacted === undefined) return { output };
    if (redacted.characters > 0) onRemoved?.(registered.publicName, redacted.characters);
    return { output, redacted };
  };
}

interface OutputRedactors {
  readonly text: Redactor;
  /** For images and audio. */
  readonly data: Redactor;
}

function isClean(output: CheckedResult, { text, data }: OutputRedactors): boolean {
  const { content, structuredContent = null, meta = null } = output;
  const pictures = content.some(isData) ? content.filter(isData) : [];
  const others = pictures.length === 0 ? content : content.filter((block) => !isData(block));
  return (
    isNothingIn([others, structuredContent, meta], text) &&
    (pictures.length === 0 || isNothingIn(pictures, data))
  );
}

function isNothingIn(values: readonly JsonValue[], by: Redactor): boolean {
  return joinedTexts(values).every(
    (text) => by.isClean(text) && withoutHiddenCharacters(text).removed === 0,
  );
}

class Tally {
  #characters = 0;
  #hidden: Record<string, number> | undefined;

  /** Begins with secrets that were masked as numbers. */
  constructor(secrets: number) {
    if (secrets > 0) this.#hidden = { secrets };
  }

  /** Cleans texts and counts the redactions. */
  cleaning(redactText: RedactText): Clean {
    const cleanText = createCleanText((text, name) => {
      const redacted = redactText(text, name);
      if (redacted.text !== text) this.#add(redacted.counts);
      return redacted.text;
    });
    return (text, name) => {
      const cleaned = cleanText(text, name);
      this.#characters += cleaned.removed;
      return cleaned.text;
    };
  }

  /** Returns undefined if there were none. */
  all(): Redactions | undefined {
    if (this.#hidden === undefined && this.#characters === 0) return undefined;
    return { secrets: 0, ...this.#hidden, characters: this.#characters };
  }

  #add({ live = 0, ...others }: RedactionCounts): void {
    this.#hidden ??= { secrets: 0 };
    for (const [kind, count] of Object.entries({ secrets: live, ...others })) {
      this.#hidden[kind] = (this.#hidden[kind] ?? 0) + count;
    }
  }
}

interface Cleaning {
  readonly text: Clean;
  readonly data: Clean;
}

function cleanResult(output: CheckedResult, { text: clean, data }: Cleaning): CheckedResult {
  const { content, structuredContent, isError, meta } = output;
  const cleanBlocks = content.map((block) => cleanValue(block, isData(block) ? data : clean));
  return {
    content: cleanBlocks.every((block, at) => block === content[at]) ? content : cleanBlocks,
    isError,
    ...(structuredContent === undefined
      ? {}
      : { structuredContent: cleanValue(structuredContent, clean) }),
    ...(meta === undefined ? {} : { meta: cleanMembers(meta, clean) }),
  };
}

/** In encoded image data an apparent secret is a coincidence, and redacting it breaks the image. */
function isData(block: JsonValue): boolean {
  const type = isJsonObject(block) ? own(block, "type") : undefined;
  return type === "image" || type === "audio";
}
