import { isJsonArray, type JsonObject, type JsonValue, own, valueAt } from "@toolcourt/sdk";
import { PrincipalFacts } from "./condition/facts.ts";
import type { PolicyPrincipal } from "./question.ts";
import { covers, type PolicyFile, type SubjectEntry } from "./schema.ts";
import { isAmong, namesAny } from "./selectors.ts";

/** The roles and permissions that a policy gives a principal. */
export class Standing {
  readonly roles: ReadonlySet<string>;
  readonly facts: PrincipalFacts;
  readonly #permissions: PolicyPrincipal["permissions"];
  readonly #grants: readonly string[];

  constructor(principal: PolicyPrincipal, file: Pick<PolicyFile, "roles" | "subjects">) {
    const given = file.subjects.filter((subject) => isSubject(principal, subject));
    const named = [...(principal.roles ?? []), ...given.flatMap((subject) => subject.roles)];
    const roles = new Set(named.filter((role) => Object.hasOwn(file.roles, role)));
    const grants = [...roles].flatMap((role) => file.roles[role] ?? []);
    const { permissions } = principal;
    this.roles = roles;
    this.#permissions = permissions;
    this.#grants = grants;
    this.facts = new PrincipalFacts(principal, {
      roles: [...roles],
      permissions: [...(permissions === "all" ? ["*:*"] : permissions), ...grants],
    });
  }

  /** Returns the needed permissions that the principal lacks. */
  missing(needed: readonly string[]): readonly string[] {
    return needed.filter((permission) => !this.#has(permission));
  }

  #has(needed: string): boolean {
    return (
      this.#permissions === "all" ||
      this.#permissions.includes(needed) ||
      this.#grants.some((grant) => covers(grant, needed))
    );
  }
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
