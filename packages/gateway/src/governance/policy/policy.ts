import { isJsonArray, type JsonObject, type JsonValue, own, valueAt } from "@toolcourt/sdk";
import { type Access, accessBy, allowsEvery } from "./access.ts";
import { type Caps, capsOf } from "./caps.ts";
import { type Condition, compileCondition } from "./condition/compile.ts";
import {
  ContractFacts,
  type Facts,
  PrincipalFacts,
  RequestFacts,
  ToolFacts,
  type Weight,
  weigh,
} from "./condition/facts.ts";
import type { HostEntry } from "./host-schema.ts";
import { onlyTakesAway } from "./only-takes-away.ts";
import type { PolicyPrincipal, PolicyTool } from "./question.ts";
import {
  covers,
  type LimitEntry,
  type PolicyFile,
  type StatementEntry,
  type SubjectEntry,
} from "./schema.ts";
import { concerns, isAbout, isAmong, isFor, namesAny } from "./selectors.ts";
import { compileSequence, needHistory, type Sequence } from "./sequence.ts";
import { type Index, indexOf, lookUp } from "./statement-index.ts";

/** A compiled statement. */
export interface Statement {
  readonly entry: StatementEntry;
  readonly position: number;
  readonly condition?: Condition;
  /** Whether the condition reads neither arguments nor connection nor time. */
  readonly isFixed?: boolean;
  /** What the condition reads, such as `args` and `principal.id`. */
  readonly reads?: readonly string[];
}

/** The statements that apply to one tool and one principal, each list in file order. */
export interface Plan {
  readonly denies: readonly Statement[];
  readonly allows: readonly Statement[];
  /** Weight of everything that conditions can name, except the arguments. */
  readonly weight: Weight;
  /** What holds for every call, whatever its arguments. */
  readonly access: Access;
  /** Undefined if no limit applies. */
  readonly caps: Caps | undefined;
}

/** A parsed and validated policy. Immutable: a change replaces the whole object. */
export class Policy {
  /** Digest of the text. */
  readonly version: string;
  readonly statements: readonly Statement[];
  /** The limits of timeouts, retries and results, in file order. */
  readonly limits: readonly LimitEntry[];
  /** The origins that calls may reach. Undefined if the configuration alone decides. */
  readonly egress: PolicyFile["egress"];
  /** What is demanded of calls by what was before them, in file order. */
  readonly sequences: readonly Sequence[];
  /** Patterns of the operator's own destinations, in file order. */
  readonly destinations: readonly string[];
  readonly hosts: readonly HostEntry[];
  /** Those that select resources or prompts, in file order. */
  readonly itemStatements: readonly Statement[];
  /** A second policy that must allow everything too. Undefined if this one decides alone. */
  readonly within: Policy | undefined;
  /** The roles that the policy defines. It ignores all others. */
  readonly roleNames: readonly string[];
  readonly #file: PolicyFile;
  readonly #standings = new WeakMap<PolicyPrincipal, Standing>();
  readonly #views = new WeakMap<PolicyTool, ToolView>();

  /** Compiles a policy from a valid file. */
  constructor(file: PolicyFile, version: string, within?: Policy) {
    this.version = version;
    this.within = within;
    this.statements = file.statements.map(toStatement);
    this.itemStatements = this.statements.filter(
      ({ entry }) => entry.resources !== undefined || entry.prompts !== undefined,
    );
    this.limits = file.limits;
    this.egress = file.egress;
    this.sequences = (file.sequences ?? []).map((entry) => compileSequence(entry, file));
    this.destinations = file.destinations ?? [];
    this.hosts = file.hosts ?? [];
    this.roleNames = Object.keys(file.roles);
    this.#file = file;
  }

  /** Reports whether this policy alone surely allows nothing that another one alone does not. */
  isWithin(other: Policy): boolean {
    return onlyTakesAway(this.#file, other.#file);
  }

  /** Returns this policy with another one that must allow everything too. */
  limitedBy(within: Policy, version: string): Policy {
    return new Policy(this.#file, version, within);
  }

  /** Returns every id of a principal that a statement or a subject names. */
  principalNames(): readonly string[] {
    const { subjects, statements } = this.#file;
    return [...subjects, ...statements].flatMap(({ principals = [] }) => principals);
  }

  /**
   * Returns the roles that a principal has at most, whose scopes and claims are not known.
   * `isNamed`: its id is known.
   */
  rolesPossible(principal: PolicyPrincipal, isNamed: boolean): ReadonlySet<string> {
    const { roles, subjects } = this.#file;
    const possible = subjects.filter(({ principals, ...who }) =>
      isAmong(principal, isNamed && principals !== undefined ? { ...who, principals } : who),
    );
    const named = [...(principal.roles ?? []), ...possible.flatMap((each) => each.roles)];
    return new Set(named.filter((role) => Object.hasOwn(roles, role)));
  }

  /** Cached per principal object. */
  standingOf(principal: PolicyPrincipal): Standing {
    const before = this.#standings.get(principal);
    if (before !== undefined) return before;
    const standing = new Standing(principal, this.#file);
    this.#standings.set(principal, standing);
    return standing;
  }

  /** Cached per principal and tool. */
  planFor(principal: PolicyPrincipal, tool: PolicyTool): Plan {
    return this.viewOf(tool).planFor(principal, this.standingOf(principal));
  }

  /** Reports whether a principal may make every call of a tool, whatever its arguments. */
  allowsEveryCall(principal: PolicyPrincipal, tool: PolicyTool): boolean {
    const standing = this.standingOf(principal);
    const isAllowed = this.viewOf(tool).allowsEveryCall(principal, standing);
    if (needHistory(this.sequences, { principal, roles: standing.roles, tool })) return false;
    return isAllowed && this.within?.allowsEveryCall(principal, tool) !== false;
  }

  viewOf(tool: PolicyTool): ToolView {
    const before = this.#views.get(tool);
    if (before !== undefined) return before;
    const view = new ToolView(tool, this);
    this.#views.set(tool, view);
    return view;
  }
}

function toStatement(entry: StatementEntry, position: number): Statement {
  if (entry.when === undefined) return { entry, position };
  const compiled = compileCondition(entry.when);
  if (compiled.kind === "objections") throw new TypeError("a faulty condition was let through");
  const { condition, isFixed, reads } = compiled;
  return { entry, position, condition, isFixed, reads };
}

/** The part of a policy that concerns one tool. */
class ToolView {
  readonly tool: ToolFacts;
  readonly contract: ContractFacts;
  readonly request: RequestFacts;
  readonly #weight: Weight;
  readonly #index: Index;
  readonly #limits: readonly LimitEntry[];
  readonly #plans = new WeakMap<Standing, Plan>();

  constructor(tool: PolicyTool, { statements, limits }: Pick<Policy, "statements" | "limits">) {
    this.tool = new ToolFacts(tool);
    this.contract = new ContractFacts(tool.contract);
    this.request = new RequestFacts("tools/call", tool.contract.server);
    this.#weight = weigh(this.request, weigh(this.contract, weigh(this.tool)));
    this.#index = indexOf(statements.filter(({ entry }) => isAbout(entry, tool)));
    this.#limits = limits.filter((limit) => concerns(limit, tool));
  }

  planFor(principal: PolicyPrincipal, standing: Standing): Plan {
    const before = this.#plans.get(standing);
    if (before !== undefined) return before;
    const meant = lookUp(this.#index, principal, standing.roles);
    const denies = meant.filter(({ entry }) => entry.effect === "deny");
    const allows = meant.filter(({ entry }) => entry.effect === "allow");
    const weight = weigh(standing.facts, this.#weight);
    const facts = this.#factsOf(standing);
    const missing = standing.missing(this.contract.permissions);
    const access = accessBy({ missing, denies, allows }, { facts, weight });
    const caps = capsOf(this.#limits.filter((limit) => isFor(limit, principal, standing.roles)));
    const plan: Plan = { denies, allows, weight, access, caps };
    this.#plans.set(standing, plan);
    return plan;
  }

  /** Not kept: only questions ask it, and no call. */
  allowsEveryCall(principal: PolicyPrincipal, standing: Standing): boolean {
    const { denies, allows, weight, access } = this.planFor(principal, standing);
    if (access.kind === "forbidden") return false;
    return allowsEvery({ denies, allows }, { facts: this.#factsOf(standing), weight });
  }

  #factsOf({ facts }: Standing): Pick<Facts, "principal" | "tool" | "contract" | "request"> {
    const { tool, contract, request } = this;
    return { principal: facts, tool, contract, request };
  }
}

/** The roles and permissions that a policy gives a principal. */
class Standing {
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
