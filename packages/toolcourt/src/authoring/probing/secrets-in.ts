import { findSecrets } from "@toolcourt/gateway/internal/boundary/redaction/find-secrets";
import { usualRules } from "@toolcourt/gateway/internal/boundary/redaction/redaction";

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
