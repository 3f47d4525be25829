import type { StoredApproval } from "./approval-store.ts";
import type { StoredDraft } from "./draft-store.ts";

/** A person who is erased, and the name that stays of them. */
export interface Erased {
  readonly name: string;
  readonly subject: string;
  /** Empty for none. What somebody of the same name has in another tenant is not theirs to lose. */
  readonly tenant: string;
}

/** How a name stands in the one text that a database keeps of all yeses, and what takes its place. */
export function giverTexts({
  name,
  subject,
}: Pick<Erased, "name" | "subject">): readonly [before: string, after: string] {
  return [JSON.stringify(name), JSON.stringify(subject)];
}

/** What is left of an approval when somebody is erased; undefined for what they requested. */
export function forgotten(approval: StoredApproval, erased: Erased): StoredApproval | undefined {
  const { name, subject, tenant } = erased;
  if (approval.requester === name && (approval.tenant ?? "") === tenant) return undefined;
  const yeses = approval.yeses.map((yes) => (yes.by === name ? { ...yes, by: subject } : yes));
  return { ...approval, yeses, ...(approval.decidedBy === name && { decidedBy: subject }) };
}

/** What is left of a draft when somebody is erased who decided on it. */
export function forgottenDecider(draft: StoredDraft, erased: Erased): StoredDraft {
  const [before, after] = giverTexts(erased);
  const { decision } = draft;
  if (decision === undefined) return draft;
  return { ...draft, decision: decision.replaceAll(before, after) };
}
