import { findSecrets } from "./find-secrets.ts";
import { hideSpans } from "./hide-spans.ts";
import { usualRules } from "./redaction.ts";

/** Hides what looks like a secret of somebody else, for screens of commands that know no secret of ours. */
export function hideFound(text: string): string {
  const found = findSecrets(text).filter(({ kind }) => usualRules.secrets.has(kind));
  return hideSpans(text, found).text;
}
