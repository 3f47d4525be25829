import { isJsonArray, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import type { CheckedResult } from "../call.ts";
import { createCleanText } from "../clean-text.ts";
import type { Stages } from "../pipeline.ts";

export interface RedactDependencies {
  readonly hideSecrets: (text: string) => string;
  /** Told of how many hidden characters a tool's result was freed, when there were any. */
  readonly onRemoved?: (tool: string, removed: number) => void;
}

/** Takes out of a result what nobody should read: our own secrets, and characters that nobody sees. */
export function createRedact({ hideSecrets, onRemoved }: RedactDependencies): Stages["redact"] {
  const cleanText = createCleanText(hideSecrets);

  return (call, output) => {
    let removed = 0;
    const clean = (text: string): string => {
      const cleaned = cleanText(text);
      removed += cleaned.removed;
      return cleaned.text;
    };
    const redacted = cleanResult(output, clean);
    if (removed > 0) onRemoved?.(call.registered.publicName, removed);
    return redacted;
  };
}

type Clean = (text: string) => string;

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

function cleanValue(value: JsonValue, clean: Clean): JsonValue {
  if (typeof value === "string") return clean(value);
  if (typeof value !== "object" || value === null) return value;
  return isJsonArray(value) ? cleanItems(value, clean) : cleanMembers(value, clean);
}

function cleanItems(items: readonly JsonValue[], clean: Clean): readonly JsonValue[] {
  const cleaned = items.map((item) => cleanValue(item, clean));
  return cleaned.every((item, index) => item === items[index]) ? items : cleaned;
}

function cleanMembers(object: JsonObject, clean: Clean): JsonObject {
  let isChanged = false;
  const members: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(object)) {
    const cleanKey = clean(key);
    const cleaned = cleanValue(value, clean);
    isChanged ||= cleanKey !== key || cleaned !== value;
    // A key that only hidden characters told from another must not take that one's place.
    if (cleanKey === key || !Object.hasOwn(object, cleanKey)) members.push([cleanKey, cleaned]);
  }
  return isChanged ? Object.fromEntries(members) : object;
}
