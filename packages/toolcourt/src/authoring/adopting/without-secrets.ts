import { cleanMembers } from "@toolcourt/gateway/internal/boundary/cleaning/clean-value";
import {
  type Redaction,
  storedTextRules,
} from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import type { Proposal } from "./propose-overlay.ts";

/**
 * Returns the proposal with redacted examples. Live calls yield raw upstream results, and callers
 * see the examples.
 */
export function withoutSecrets(proposal: Proposal, { into }: Pick<Redaction, "into">): Proposal {
  const { terms } = proposal.added;
  if (terms === undefined) return proposal;
  const hide = into("recordings", storedTextRules);
  const clean = (text: string, name?: string): string => hide(text, name).text;
  return { ...proposal, added: { ...proposal.added, terms: cleanMembers(terms, clean) } };
}
