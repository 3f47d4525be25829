import { createCleanText } from "../../cleaning/clean-text.ts";
import { type Clean, cleanItems, cleanMembers, cleanValue } from "../../cleaning/clean-value.ts";
import type { CheckedResult } from "../call.ts";
import type { Stages } from "../pipeline.ts";

export interface RedactDependencies {
  readonly hideSecrets: (text: string) => string;
  /** Told of how many hidden characters a tool's result was freed, when there were any. */
  readonly onRemoved?: (tool: string, removed: number) => void;
}

/** Takes out of a result what nobody should read: our own secrets, and characters that nobody sees. */
export function createRedact({ hideSecrets, onRemoved }: RedactDependencies): Stages["redact"] {
  let secrets = 0;
  const cleanText = createCleanText((text) => {
    const hidden = hideSecrets(text);
    if (hidden !== text) secrets += 1;
    return hidden;
  });

  return (call, output) => {
    let removed = 0;
    secrets = 0;
    const clean = (text: string): string => {
      const cleaned = cleanText(text);
      removed += cleaned.removed;
      return cleaned.text;
    };
    const cleaned = cleanResult(output, clean);
    if (removed > 0) onRemoved?.(call.registered.publicName, removed);
    if (removed + secrets === 0) return { output: cleaned };
    return { output: cleaned, redacted: { characters: removed, secrets } };
  };
}

function cleanResult(output: CheckedResult, clean: Clean): CheckedResult {
  const { content, structuredContent, isError, meta } = output;
  return {
    content: cleanItems(content, clean),
    isError,
    ...(structuredContent === undefined
      ? {}
      : { structuredContent: cleanValue(structuredContent, clean) }),
    ...(meta === undefined ? {} : { meta: cleanMembers(meta, clean) }),
  };
}
