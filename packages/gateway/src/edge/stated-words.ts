import { isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { PresentedWords } from "../pipeline/judged.ts";

/** Reads what a caller states about the person's words. Undefined if it states nothing. */
export function wordsIn(stated: JsonValue | undefined): PresentedWords | undefined {
  if (typeof stated === "string") return { kind: "signed", token: stated };
  if (!isJsonObject(stated)) return undefined;
  const text = own(stated, "text");
  return typeof text === "string" ? { kind: "claimed", text } : undefined;
}
