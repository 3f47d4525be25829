import { accessIn } from "./access.ts";
import { lowerCaps } from "./caps.ts";
import { type Budget, maxSteps, type Verdict } from "./condition/compile.ts";
import {
  ConnectionFacts,
  type Facts,
  RequestFacts,
  type Weight,
  weigh,
} from "./condition/facts.ts";
import type { Policy, Statement } from "./policy.ts";
import type {
  ItemQuestion,
  PolicyDecision,
  PolicyItem,
  PolicyPrincipal,
  PolicyQuestion,
  PolicyTool,
} from "./question.ts";
import { readingsOf } from "./readings.ts";
import { isAbout, isAboutItem, isAboutServer, isFor } from "./selectors.ts";

/**
 * Answers a question. Deterministic: the same policy and question always have the same answer.
 * Every error is a refusal. Of policies that must all allow, the first that refuses decides.
 */
export function evaluate(policy: Policy, question: PolicyQuestion): PolicyDecision {
  const decision = evaluateAlone(policy, question);
  const { within } = policy;
  if (within === undefined || decision.kind === "refused") return decision;
  const other = evaluate(within, question);
  if (other.kind === "refused") return other;
  const caps = lowerCaps(decision.caps, other.caps);
  return caps === undefined ? decision : { ...decision, caps };
}

function evaluateAlone(policy: Policy, question: PolicyQuestion): PolicyDecision {
  const { denies, allows, access, caps } = policy.planFor(question.principal, question.tool);
  if (access.kind === "forbidden" && access.missing.length > 0) {
    return { kind: "refused", because: "missing-permission", missing: access.missing };
  }
  const decision = decide({ denies, allows }, createAsk(policy, question));
  return caps === undefined || decision.kind === "refused" ? decision : { ...decision, caps };
}

/** The built-in statement that opens dynamic servers, as records name it. No file can use its id. */
const dynamicServer = "default:dynamic-server";

/**
 * Answers a question about a resource or a prompt. Deny wins. The built-in statement applies only
 * if no statement of the policy allows such items of this server.
 */
export function evaluateItem(policy: Policy, question: ItemQuestion): PolicyDecision {
  const decision = evaluateItemAlone(policy, question);
  const { within } = policy;
  if (within === undefined || decision.kind === "refused") return decision;
  const other = evaluateItem(within, question);
  return other.kind === "refused" ? other : decision;
}

function evaluateItemAlone(policy: Policy, question: ItemQuestion): PolicyDecision {
  const budget: Budget = { left: maxSteps };
  const decision = evaluateAsWritten(policy, question, budget);
  if (decision.kind === "refused") return decision;
  return deniedOtherwise(policy, question, budget) ?? decision;
}

function evaluateAsWritten(policy: Policy, question: ItemQuestion, budget: Budget): PolicyDecision {
  const { item, principal, isDynamic } = question;
  const decision = decide(itemPlanOf(policy, principal, item), createAsk(policy, question, budget));
  const isOpen = decision.kind === "refused" && decision.because === "no-statement" && isDynamic;
  if (!isOpen || isNamedBy(policy, item)) return decision;
  return { kind: "allowed", statement: dynamicServer };
}

/** Tries the denies for every other address that the server may take the given one for. */
function deniedOtherwise(
  policy: Policy,
  question: ItemQuestion,
  budget: Budget,
): PolicyDecision | undefined {
  for (const item of otherReadings(question.item)) {
    const { denies } = itemPlanOf(policy, question.principal, item);
    if (denies.length === 0) continue;
    const ask = createAsk(policy, { ...question, item }, budget);
    const decision = decide({ denies, allows: [] }, ask);
    if (decision.kind === "refused" && decision.because !== "no-statement") return decision;
  }
  return undefined;
}

function otherReadings(item: PolicyItem): readonly PolicyItem[] {
  if (item.kind === "prompt") return [];
  const names = [...readingsOf(item.name)].filter((name) => name !== item.name);
  return names.map((name) => ({ ...item, name }));
}

/** Returns whether some request at some time may be allowed. Lists show exactly these items. */
export function couldAllowItem(
  policy: Policy,
  principal: PolicyPrincipal,
  asked: PolicyItem & { readonly isDynamic: boolean },
): boolean {
  const { within } = policy;
  if (within !== undefined && !couldAllowItem(within, principal, asked)) return false;
  const { isDynamic, ...item } = asked;
  const { allows } = itemPlanOf(policy, principal, item);
  const denies = [item, ...otherReadings(item)].flatMap(
    (each) => itemPlanOf(policy, principal, each).denies,
  );
  if (denies.some(({ condition }) => condition === undefined)) return false;
  return allows.length > 0 || (isDynamic && !isNamedBy(policy, item));
}

/** Returns whether a principal may use some resource, or some prompt, of a server. */
export function couldReach(
  policy: Policy,
  principal: PolicyPrincipal,
  asked: Omit<PolicyItem, "name"> & { readonly isDynamic: boolean },
): boolean {
  const { within } = policy;
  if (within !== undefined && !couldReach(within, principal, asked)) return false;
  const { isDynamic, ...of } = asked;
  const { roles } = policy.standingOf(principal);
  const named = policy.itemStatements.filter(
    ({ entry }) => entry.effect === "allow" && isAboutServer(entry, of),
  );
  if (named.length === 0) return isDynamic;
  return named.some(({ entry }) => isFor(entry, principal, roles));
}

type Decisive = Readonly<Record<"denies" | "allows", readonly Statement[]>>;

function itemPlanOf(policy: Policy, principal: PolicyPrincipal, item: PolicyItem): Decisive {
  const { roles } = policy.standingOf(principal);
  const meant = policy.itemStatements.filter(
    ({ entry }) => isAboutItem(entry, item) && isFor(entry, principal, roles),
  );
  return {
    denies: meant.filter(({ entry }) => entry.effect === "deny"),
    allows: meant.filter(({ entry }) => entry.effect === "allow"),
  };
}

// A deny alone narrows the default. An allow says that the operator decides for this server.
function isNamedBy({ itemStatements }: Policy, item: Omit<PolicyItem, "name">): boolean {
  return itemStatements.some(({ entry }) => entry.effect === "allow" && isAboutServer(entry, item));
}

function decide(
  { denies, allows }: Decisive,
  ask: (statement: Statement) => Verdict,
): PolicyDecision {
  for (const statement of denies) {
    const verdict = ask(statement);
    const { id } = statement.entry;
    if (verdict === "true") return { kind: "refused", because: "denied", statement: id };
    // A failed deny counts as a match, to be safe.
    if (verdict === "failed")
      return { kind: "refused", because: "condition-failed", statement: id };
  }
  const deciding = allows.find((statement) => ask(statement) === "true");
  if (deciding === undefined) return { kind: "refused", because: "no-statement" };
  return { kind: "allowed", statement: deciding.entry.id };
}

/** Returns whether a statement holds. Builds the facts lazily, for the first condition. */
export function createAsk(
  policy: Policy,
  question: PolicyQuestion | ItemQuestion,
  budget: Budget = { left: maxSteps },
): (statement: Statement) => Verdict {
  let known: { readonly facts: Facts; readonly weight: Weight } | undefined;
  return ({ condition }) => {
    if (condition === undefined) return "true";
    known ??= "item" in question ? itemFactsOf(policy, question) : factsOf(policy, question);
    return condition(known.facts, known.weight, budget);
  };
}

function factsOf(
  policy: Policy,
  { principal, tool, args, connection, now }: PolicyQuestion,
): { readonly facts: Facts; readonly weight: Weight } {
  const standing = policy.standingOf(principal);
  const view = policy.viewOf(tool);
  return {
    facts: {
      principal: standing.facts,
      tool: view.tool,
      contract: view.contract,
      request: view.request,
      args,
      connection: new ConnectionFacts(connection),
      now: new Date(now),
    },
    weight: weigh(args, view.planFor(principal, standing).weight),
  };
}

function itemFactsOf(
  policy: Policy,
  { principal, item, method, args, now }: ItemQuestion,
): { readonly facts: Facts; readonly weight: Weight } {
  const { facts } = policy.standingOf(principal);
  const request = new RequestFacts(method, item.server, item);
  return {
    facts: {
      principal: facts,
      request,
      args,
      connection: new ConnectionFacts(undefined),
      now: new Date(now),
    },
    weight: weigh(args, weigh(request, weigh(facts))),
  };
}

/**
 * Returns whether some arguments at some time may let a principal call a tool. Lists show exactly
 * these tools, and the stage `permit` refuses all others. Each call is still decided on its own.
 */
export function couldAllow(policy: Policy, principal: PolicyPrincipal, tool: PolicyTool): boolean {
  return accessIn(policy, principal, tool).kind === "permitted";
}

/** The role of a statement in a decision. */
export type Fate =
  | "decided"
  /** It holds, but another statement decided first. */
  | "holds"
  | "other-principal"
  | "other-tool"
  | "condition-false"
  | "condition-failed";

export interface Account {
  readonly decision: PolicyDecision;
  readonly roles: readonly string[];
  /** One per statement, in file order. */
  readonly statements: readonly {
    readonly id: string;
    readonly effect: "allow" | "deny";
    readonly fate: Fate;
  }[];
}

/** Answers a question, and explains for every statement why it decided or did not. */
export function explain(policy: Policy, question: PolicyQuestion | ItemQuestion): Account {
  const decision = "item" in question ? evaluateItem(policy, question) : evaluate(policy, question);
  const standing = policy.standingOf(question.principal);
  const deciding = "statement" in decision ? decision.statement : undefined;
  const fateOf = (statement: Statement): Fate => {
    const { entry } = statement;
    if (entry.id === deciding) return "decided";
    const isMeant =
      "item" in question ? isAboutItem(entry, question.item) : isAbout(entry, question.tool);
    if (!isMeant) return "other-tool";
    if (!isFor(entry, question.principal, standing.roles)) return "other-principal";
    // Each gets its own budget: a statement is explained even if the call could not afford it.
    return fates[createAsk(policy, question)(statement)];
  };
  return {
    decision,
    roles: [...standing.roles],
    statements: policy.statements.map((statement) => ({
      id: statement.entry.id,
      effect: statement.entry.effect,
      fate: fateOf(statement),
    })),
  };
}

const fates = {
  true: "holds",
  false: "condition-false",
  failed: "condition-failed",
} satisfies Record<Verdict, Fate>;
