import { findSecrets } from "../../boundary/redaction/find-secrets.ts";
import { usualRules } from "../../boundary/redaction/redaction.ts";

/** Returns the kinds of secrets in a result. Ignores secrets echoed from the input. */
export function secretsIn(texts: readonly string[], input: string): readonly string[] {
  const kinds = texts.flatMap((text) =>
    findSecrets(text)
      .filter(({ kind }) => usualRules.secrets.has(kind))
      .filter(({ start, end }) => !input.includes(text.slice(start, end)))
      .map(({ kind }) => kind),
  );
  return [...new Set(kinds)].toSorted();
}
