// A second evaluator, written from docs/policy.md alone. It is slow, without an index or a
// condition engine, and shares no code with the real one.

export interface Who {
  readonly principals?: readonly string[];
  readonly kinds?: readonly string[];
  readonly tenants?: readonly string[];
}

export interface Subject extends Who {
  readonly roles: readonly string[];
  readonly scopes?: readonly string[];
  readonly claims?: Readonly<Record<string, string | readonly string[]>>;
}

export interface Statement extends Who {
  readonly id: string;
  readonly effect: "allow" | "deny";
  readonly roles?: readonly string[];
  readonly tools?: readonly string[];
  readonly effects?: readonly string[];
  readonly tags?: readonly string[];
  readonly categories?: readonly string[];
  readonly resources?: readonly string[];
  readonly prompts?: readonly string[];
  /** The meaning of the condition. Its text is for the other evaluator. Default: no condition. */
  readonly holds?: (request: Request) => boolean | "failed";
  /** The same for resources and prompts. */
  readonly holdsFor?: (asked: ItemRequest) => boolean | "failed";
}

/** Selects like a statement, but one without selectors means every principal or every tool. */
export interface Limit extends Omit<Statement, "effect" | "holds" | "resources" | "prompts"> {
  readonly max_retries?: number;
  readonly max_result_bytes?: number;
}

export interface Policy {
  readonly roles: Readonly<Record<string, readonly string[]>>;
  readonly subjects: readonly Subject[];
  readonly statements: readonly Statement[];
  readonly limits: readonly Limit[];
}

export interface Request {
  readonly principal: {
    readonly id: string;
    readonly kind?: "local" | "user" | "system";
    readonly tenant?: string;
    readonly roles: readonly string[];
    readonly scopes: readonly string[];
    readonly permissions: readonly string[];
    readonly claims: Readonly<Record<string, string | readonly string[]>>;
  };
  readonly tool: {
    readonly publicName: string;
    readonly server: string;
    readonly name: string;
    readonly effect: "read" | "write" | "destroy";
    readonly tags: readonly string[];
    readonly category?: "query" | "mutation";
    readonly permissions: readonly string[];
  };
  readonly args: Readonly<Record<string, string | number | readonly number[]>>;
}

/** Returns `allow <id>`, `deny <id>`, `failed <id>`, `missing <permissions>` or `nothing`. */
export function refer(policy: Policy, request: Request): string {
  const roles = rolesOf(policy, request);
  const missing = request.tool.permissions.filter(
    (needed) => !has(needed, roles, { policy, request }),
  );
  if (missing.length > 0) return `missing ${missing.join(" ")}`;

  const about = policy.statements.filter((statement) => isAbout(statement, request, roles));
  const answers = about.map((statement) => ({
    ...statement,
    verdict: verdictOf(statement, request),
  }));
  const denies = answers.filter(({ effect }) => effect === "deny");
  const against = denies.find(({ verdict }) => verdict !== false);
  if (against !== undefined) return `${against.verdict === true ? "deny" : "failed"} ${against.id}`;
  const allows = answers.filter(({ effect }) => effect === "allow");
  const inFavor = allows.find(({ verdict }) => verdict === true);
  return inFavor === undefined ? "nothing" : `allow ${inFavor.id}`;
}

/** Returns the smallest maximum of each kind, and the first limit that has it. */
export function referCaps(policy: Policy, request: Request): string {
  const held = rolesOf(policy, request);
  const about = policy.limits.filter((limit) => isMeant(limit, request, held));
  const least = (key: "max_retries" | "max_result_bytes"): string => {
    const [first] = about
      .flatMap(({ id, [key]: max }) => (max === undefined ? [] : [{ id, max }]))
      .toSorted((a, b) => a.max - b.max);
    return first === undefined ? "free" : `${first.max} by ${first.id}`;
  };
  return `${least("max_retries")}, ${least("max_result_bytes")}`;
}

/** A resource or a prompt that a principal asks for. */
export interface ItemRequest extends Pick<Request, "principal" | "args"> {
  readonly method: string;
  readonly kind: "resource" | "prompt";
  readonly server: string;
  readonly name: string;
  /** The server is dynamic, and the principal could call one of its tools. */
  readonly isDynamic: boolean;
}

/** Answers like `refer`. No permission is required of an item. */
export function referItem(policy: Policy, asked: ItemRequest): string {
  const request = { principal: asked.principal };
  const held = rolesOf(policy, request);
  const named = policy.statements.filter((each) => patternsOf(each, asked).length > 0);
  const about = named.filter(
    (each) =>
      isWho(each, request) &&
      (each.roles === undefined || overlap(each.roles, held)) &&
      patternsOf(each, asked).some((pattern) => like(splitOff(pattern), asked.name)),
  );
  const answers = about.map((each) => ({ ...each, verdict: each.holdsFor?.(asked) ?? true }));
  const against = answers.find(({ effect, verdict }) => effect === "deny" && verdict !== false);
  if (against !== undefined) return `${against.verdict === true ? "deny" : "failed"} ${against.id}`;
  const inFavor = answers.find(({ effect, verdict }) => effect === "allow" && verdict === true);
  if (inFavor !== undefined) return `allow ${inFavor.id}`;
  const isDecided = named.some(({ effect }) => effect === "allow");
  return asked.isDynamic && !isDecided ? "allow default:dynamic-server" : "nothing";
}

/** Returns the patterns of a statement that name this server. */
function patternsOf({ resources, prompts }: Statement, asked: ItemRequest): readonly string[] {
  const all = asked.kind === "resource" ? resources : prompts;
  return (all ?? []).filter((pattern) => like(pattern.split("/")[0] ?? "", asked.server));
}

function splitOff(pattern: string): string {
  return pattern === "*" ? pattern : pattern.split("/").slice(1).join("/");
}

function verdictOf({ holds }: Statement, request: Request): boolean | "failed" {
  return holds === undefined ? true : holds(request);
}

function rolesOf(
  { roles, subjects }: Policy,
  request: Pick<Request, "principal">,
): readonly string[] {
  const { scopes, claims } = request.principal;
  const given = subjects
    .filter((subject) => isWho(subject, request))
    .filter((subject) => subject.scopes === undefined || overlap(subject.scopes, scopes))
    .filter((subject) =>
      Object.entries(subject.claims ?? {}).every(([name, texts]) =>
        overlap([texts].flat(), [claims[name] ?? []].flat()),
      ),
    )
    .flatMap((subject) => subject.roles);
  return [...request.principal.roles, ...given].filter((role) => Object.keys(roles).includes(role));
}

interface Asked {
  readonly policy: Policy;
  readonly request: Request;
}

function has(needed: string, roles: readonly string[], { policy, request }: Asked): boolean {
  if (request.principal.permissions.includes(needed)) return true;
  const [resource, action] = needed.split(":");
  return roles
    .flatMap((role) => policy.roles[role] ?? [])
    .some((grant) => {
      const [anyResource, anyAction] = grant.split(":");
      return (
        (anyResource === "*" || anyResource === resource) &&
        (anyAction === "*" || anyAction === action)
      );
    });
}

function isWho(
  { principals, kinds, tenants }: Who,
  { principal }: Pick<Request, "principal">,
): boolean {
  const { id, kind = "user", tenant } = principal;
  if (principals !== undefined && !overlap(principals, ["*", id])) return false;
  if (kinds !== undefined && !kinds.includes(kind)) return false;
  return tenants === undefined || (tenant !== undefined && tenants.includes(tenant));
}

function isAbout(statement: Statement, request: Request, held: readonly string[]): boolean {
  const { tools, effects, tags, categories } = statement;
  const isForTools = [tools, effects, tags, categories].some((selector) => selector !== undefined);
  return isForTools && isMeant(statement, request, held);
}

function isMeant(entry: Statement | Limit, request: Request, held: readonly string[]): boolean {
  const { roles, tools, effects, tags, categories } = entry;
  const { tool } = request;
  const tests = [
    isWho(entry, request),
    roles === undefined || overlap(roles, held),
    tools === undefined || tools.some((pattern) => isNamed(pattern, tool)),
    effects === undefined || effects.includes(tool.effect),
    tags === undefined || overlap(tags, tool.tags),
    categories === undefined || overlap(categories, [tool.category ?? ""]),
  ];
  return tests.every(Boolean);
}

function isNamed(pattern: string, { publicName, server, name }: Request["tool"]): boolean {
  const [first = "", ...rest] = pattern.split("/");
  if (rest.length === 0) return like(first, publicName);
  return like(first, server) && like(rest.join("/"), name);
}

function like(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  const [letter = ""] = pattern;
  if (letter === "*") {
    return like(pattern.slice(1), text) || (text !== "" && like(pattern, text.slice(1)));
  }
  return text.startsWith(letter) && like(pattern.slice(1), text.slice(1));
}

function overlap(some: readonly string[], others: readonly string[]): boolean {
  return some.some((each) => others.includes(each));
}
