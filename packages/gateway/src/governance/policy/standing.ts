import { isJsonArray, type JsonObject, type JsonValue, own, valueAt } from "@toolcourt/sdk";
import { PrincipalFacts } from "./condition/facts.ts";
import type { PolicyPrincipal } from "./question.ts";
import { covers, type PolicyFile, type SubjectEntry } from "./schema.ts";
import { isAmong, namesAny } from "./selectors.ts";

/** The roles and permissions that a policy gives a principal. */
export interface Standing {
  readonly roles: ReadonlySet<string>;
  readonly facts: PrincipalFacts;
  /** Returns the needed permissions that the principal lacks. */
  readonly missing: (needed: readonly string[]) => readonly string[];
}

/** Computes roles and permissions, cached per principal object. */
export function createStandings(
  file: Pick<PolicyFile, "roles" | "subjects">,
): (principal: PolicyPrincipal) => Standing {
  const known = new WeakMap<PolicyPrincipal, Standing>();
  return (principal) => {
    const before = known.get(principal);
    if (before !== undefined) return before;
    const standing = standingOf(principal, file);
    known.set(principal, standing);
    return standing;
  };
}

function standingOf(
  principal: PolicyPrincipal,
  { roles, subjects }: Pick<PolicyFile, "roles" | "subjects">,
): Standing {
  const given = subjects.filter((subject) => isSubject(principal, subject));
  const named = [...(principal.roles ?? []), ...given.flatMap((subject) => subject.roles)];
  const held = new Set(named.filter((role) => Object.hasOwn(roles, role)));
  const grants = [...held].flatMap((role) => roles[role] ?? []);
  const { permissions } = principal;
  const facts = new PrincipalFacts(principal, {
    roles: [...held],
    permissions: [...(permissions === "all" ? ["*:*"] : permissions), ...grants],
  });
  const has = (needed: string): boolean =>
    permissions === "all" ||
    permissions.includes(needed) ||
    grants.some((grant) => covers(grant, needed));
  return {
    roles: held,
    facts,
    missing: (needed) => needed.filter((permission) => !has(permission)),
  };
}

function isSubject(principal: PolicyPrincipal, subject: SubjectEntry): boolean {
  const { scopes, claims } = subject;
  return (
    isAmong(principal, subject) &&
    namesAny(scopes, principal.scopes) &&
    (claims === undefined || hasClaims(principal.claims ?? {}, claims))
  );
}

function hasClaims(
  given: JsonObject,
  wanted: Readonly<Record<string, string | readonly string[]>>,
): boolean {
  return Object.entries(wanted).every(([name, value]) => {
    const claim = name.startsWith("/") ? valueAt(given, name) : own(given, name);
    const texts = typeof value === "string" ? [value] : value;
    return textsOf(claim).some((text) => texts.includes(text));
  });
}

function textsOf(claim: JsonValue | undefined): readonly string[] {
  const all = isJsonArray(claim) ? claim : [claim];
  return all.filter((each) => typeof each === "string");
}
