import { cleanMembers } from "../../boundary/cleaning/clean-value.ts";
import { keptRules, type Redaction } from "../../boundary/redaction/redaction.ts";
import type { Proposal } from "./propose-overlay.ts";

/** The proposal with clean examples: those of live calls come as the server sent them, and callers see them. */
export function withoutSecrets(proposal: Proposal, { into }: Pick<Redaction, "into">): Proposal {
  const { terms } = proposal.added;
  if (terms === undefined) return proposal;
  const hide = into("recordings", keptRules);
  const clean = (text: string, name?: string): string => hide(text, name).text;
  return { ...proposal, added: { ...proposal.added, terms: cleanMembers(terms, clean) } };
}
