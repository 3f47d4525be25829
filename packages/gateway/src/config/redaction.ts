import { expected } from "@toolcourt/contracts/internal/documents/wording";
import { z } from "zod";
import { type PiiKind, piiKinds } from "../boundary/redaction/find-pii.ts";
import type { RedactionRules } from "../boundary/redaction/redact-text.ts";
import { defaultRules } from "../boundary/redaction/redaction.ts";
import { type SecretKind, secretKinds } from "../boundary/redaction/secret-pattern.ts";
import { choice, keysAndValues, listOf } from "./pieces.ts";

/** Redaction of results, besides our own secrets, which are always redacted. */
export const redactionSchema = z.strictObject(
  {
    secrets: z.exactOptional(
      z.union([z.enum(["on", "off"]), listOf(choice(secretKinds), "kinds of secrets")], {
        error: expected(`on, off, or a list of kinds: ${secretKinds.join(", ")}`),
      }),
    ),
    pii: z.exactOptional(listOf(choice(piiKinds), "kinds of personal data")),
  },
  keysAndValues,
);

type RedactionFile = z.output<typeof redactionSchema>;

/** Converts the rules. Unset ones keep their defaults. */
export function toRules(
  { secrets, pii }: RedactionFile,
  otherwise: RedactionRules = defaultRules,
): RedactionRules {
  return {
    secrets: secrets === undefined ? otherwise.secrets : kindsOf(secrets),
    pii: pii === undefined ? otherwise.pii : new Set<PiiKind>(pii),
  };
}

function kindsOf(secrets: NonNullable<RedactionFile["secrets"]>): ReadonlySet<SecretKind> {
  if (secrets === "on") return defaultRules.secrets;
  return new Set(secrets === "off" ? [] : secrets);
}
