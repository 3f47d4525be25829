import type { StoredApproval, Yes } from "./approval-store.ts";
import type { StoredDraft } from "./draft-store.ts";
import type { StoredGrant } from "./grant-store.ts";

/** A person to erase, and the pseudonym that remains. */
export interface Erased {
  readonly name: string;
  readonly subject: string;
  /** Empty for none. A person of the same name in another tenant keeps their data. */
  readonly tenant: string;
}

/** Returns a name and its replacement as they appear in JSON text. */
export function giverTexts({
  name,
  subject,
}: Pick<Erased, "name" | "subject">): readonly [before: string, after: string] {
  return [JSON.stringify(name), JSON.stringify(subject)];
}

/** Returns the approval without the erased person's name. Undefined if they requested it. */
export function forgotten(approval: StoredApproval, erased: Erased): StoredApproval | undefined {
  const { name, subject, tenant } = erased;
  if ((approval.tenant ?? "") !== tenant) return approval;
  if (approval.requester === name) return undefined;
  const yeses = forgottenYeses(approval.yeses, erased);
  return { ...approval, yeses, ...(approval.decidedBy === name && { decidedBy: subject }) };
}

/**
 * Returns the approvals of a request without the erased person's name and roles. Without roles such
 * an approval counts no more: the rights of an erased person cannot be checked.
 */
export function forgottenYeses(
  yeses: readonly Yes[],
  { name, subject }: Pick<Erased, "name" | "subject">,
): readonly Yes[] {
  const leave = ({ at, roles }: Yes): Yes => ({ by: subject, at, ...(roles && { roles: [] }) });
  return yeses.map((yes) => (yes.by === name ? leave(yes) : yes));
}

/** Returns the draft without the name of an erased decider. */
export function forgottenDecider(draft: StoredDraft, erased: Erased): StoredDraft {
  const [before, after] = giverTexts(erased);
  const { decision } = draft;
  if (decision === undefined) return draft;
  return { ...draft, decision: decision.replaceAll(before, after) };
}

/**
 * Returns the grant without the erased person's name. Undefined if it is for that person. A grant by
 * that person loses the giver's roles too: their rights can no longer be checked, so it covers nothing.
 */
export function forgottenInGrant(grant: StoredGrant, erased: Erased): StoredGrant | undefined {
  const { name, subject, tenant } = erased;
  if ((grant.tenant ?? "") !== tenant) return grant;
  if (grant.principal === name) return undefined;
  const { giverRoles, ...rest } = grant;
  const isGiver = grant.givenBy === name;
  return {
    ...rest,
    ...(isGiver ? { givenBy: subject } : giverRoles && { giverRoles }),
    ...(grant.endedBy === name && { endedBy: subject }),
  };
}
