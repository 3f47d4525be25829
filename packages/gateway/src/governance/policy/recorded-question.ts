import type { Policy, Statement } from "./policy.ts";
import type { PolicyPrincipal, PolicyTool } from "./question.ts";
import type { StatementEntry } from "./schema.ts";
import { concerns, isAbout, isFor, selectsTools } from "./selectors.ts";

/** True, false, or not known from what was recorded. */
export type Maybe = boolean | "unknown";

/** A question to a policy as the audit log has it: without arguments, scopes and claims. */
export interface RecordedQuestion {
  readonly principal: PolicyPrincipal;
  /**
   * Whether the id is that of the caller. `other`: it is a pseudonym, and the policy names another
   * caller or none. `unknown`: it is a pseudonym that may be that of a named caller.
   */
  readonly identity: "known" | "other" | "unknown";
  readonly tool: PolicyTool;
  /** Whether the terms of the contract are those of the tool. */
  readonly hasTerms: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export function and(one: Maybe, other: Maybe): Maybe {
  if (one === false || other === false) return false;
  return one === true && other === true ? true : "unknown";
}

export function not(one: Maybe): Maybe {
  return one === "unknown" ? one : !one;
}

/** A question to one policy. Collects what the record lacks for an answer. */
export class Judging {
  readonly lacks = new Set<string>();
  readonly question: RecordedQuestion;
  readonly #policy: Policy;
  /** The principal with the roles that it has at most. The same object if those are certain. */
  readonly #most: PolicyPrincipal;

  constructor(policy: Policy, question: RecordedQuestion) {
    const { principal, identity } = question;
    const { roles } = policy.standingOf(principal);
    const possible =
      principal.kind === "local" ? roles : policy.rolesPossible(principal, identity !== "unknown");
    this.question = question;
    this.#policy = policy;
    this.#most = possible.size === roles.size ? principal : { ...principal, roles: [...possible] };
  }

  /** Returns whether the principal lacks a permission that the contract requires. */
  isMissing(): Maybe {
    const { principal, tool, hasTerms } = this.question;
    if (principal.permissions === "all") return false;
    if (!hasTerms) return this.#lacking("tool");
    const { permissions = [] } = tool.contract.terms;
    const missing = (who: PolicyPrincipal): boolean =>
      this.#policy.standingOf(who).missing(permissions).length > 0;
    if (!missing(principal)) return false;
    return missing(this.#most) || this.#lacking("principal.claims");
  }

  /** Returns whether a statement is about the principal and the tool. */
  matches({ entry }: Statement): Maybe {
    const isAboutTool = this.#isAboutTool(entry);
    return isAboutTool === false ? false : and(this.#isForCaller(entry), isAboutTool);
  }

  /** Returns what a condition reads and the record lacks. */
  openIn({ reads = [] }: Statement): readonly string[] {
    return reads.filter((read) => this.#isOpen(read));
  }

  add(lacks: readonly string[]): "unknown" {
    for (const each of lacks) this.lacks.add(each);
    return "unknown";
  }

  #lacking(what: string): "unknown" {
    return this.add([what]);
  }

  #isForCaller(entry: StatementEntry): Maybe {
    const { principal, identity } = this.question;
    const most = this.#most;
    if (isFor(entry, principal, this.#policy.standingOf(principal).roles)) return true;
    const widest = identity === "unknown" ? withoutNames(entry) : entry;
    if (!isFor(widest, most, this.#policy.standingOf(most).roles)) return false;
    return this.#lacking(identity === "unknown" ? "principal.id" : "principal.claims");
  }

  #isAboutTool(entry: StatementEntry): Maybe {
    const { tool, hasTerms } = this.question;
    if (isAbout(entry, tool)) return true;
    if (hasTerms || !selectsTools(entry) || !concerns(withoutTerms(entry), tool)) return false;
    return this.#lacking("tool");
  }

  #isOpen(read: string): boolean {
    const [variable = ""] = read.split(".");
    if (variable === "args" || variable === "connection") return true;
    if (variable === "principal") return this.#isOpenInPrincipal(read);
    return !this.question.hasTerms && ofTerms.has(read);
  }

  #isOpenInPrincipal(read: string): boolean {
    const { principal, identity } = this.question;
    if (principal.kind === "local") return false;
    if (read === "principal.id") return identity !== "known";
    if (read === "principal.roles" || read === "principal.permissions") {
      return this.#most !== principal;
    }
    return !["principal.kind", "principal.tenant"].includes(read);
  }
}

/** What only the contract of a tool says. */
const ofTerms: ReadonlySet<string> = new Set([
  "tool",
  "tool.tags",
  "tool.category",
  "contract",
  "contract.permissions",
  "contract.version",
]);

function withoutNames({ principals: _names, ...rest }: StatementEntry): StatementEntry {
  return rest;
}

function withoutTerms({
  tags: _tags,
  categories: _kinds,
  ...rest
}: StatementEntry): StatementEntry {
  return rest;
}
