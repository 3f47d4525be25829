import { findSecrets } from "./find-secrets.ts";
import { hideSpans } from "./hide-spans.ts";
import { usualRules } from "./redaction.ts";

/** Redacts apparent third-party secrets. For the output of commands that hold no secret of ours. */
export function hideFound(text: string): string {
  const found = findSecrets(text).filter(({ kind }) => usualRules.secrets.has(kind));
  return hideSpans(text, found).text;
}
