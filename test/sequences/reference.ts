// A second evaluator of sequences, written from docs/sequences.md alone. It is slow, without an
// index or a condition engine, and shares no code with the real one.

export interface Call {
  readonly tool: string;
  readonly server: string;
  readonly effect: "read" | "write" | "destroy";
  readonly reach: "internal" | "outside";
}

export interface Past extends Call {
  readonly at: number;
  readonly state: "running" | "ran" | "failed" | "lost";
  readonly callId: string;
  readonly noted: Readonly<Record<string, string | number>>;
}

export interface Value {
  readonly role: "destination" | "target" | "credential";
  readonly origin: Origin;
  readonly pointer: string;
}

export type Label = "secret" | "pii";
export type Origin = "user" | "operator" | "first-party" | "third-party" | "claimed" | "unknown";

export interface Question extends Call {
  readonly principal: {
    readonly id: string;
    readonly tenant?: string;
    readonly roles: readonly string[];
  };
  readonly args: Readonly<Record<string, string | number>>;
  readonly now: number;
  readonly calls: readonly Past[];
  readonly tenantCalls?: readonly Past[];
  readonly labels: readonly Label[];
  readonly values: readonly Value[];
}

export type Holds = "yes" | "no" | "failed";

/** A condition: its text, its meaning, and its meaning if only the call is known. */
export interface Condition {
  readonly text: string;
  readonly holds: (question: Question) => Holds;
  /** Whether it may have held for an earlier call. */
  readonly mayHaveHeld: (call: Call) => boolean;
}

interface Maximum {
  readonly over: number;
  readonly per?: "principal" | "tenant";
  readonly at_most: number;
}

export interface Statement {
  readonly id: string;
  readonly principals?: readonly string[];
  readonly tenants?: readonly string[];
  readonly roles?: readonly string[];
  readonly tools?: readonly string[];
  readonly effects?: readonly string[];
  readonly condition?: Condition;
  readonly from?: Readonly<Record<string, readonly string[]>>;
  readonly content_without?: readonly string[];
  readonly total?: Maximum & { readonly of: string };
  readonly count?: Maximum & { readonly of?: string };
  readonly equals?: Readonly<Record<string, { readonly tool: string; readonly key: string }>>;
  readonly after?: {
    readonly tool: string;
    readonly same?: readonly string[];
    readonly within?: number;
  };
  readonly not_after?: {
    readonly tool?: string;
    readonly label?: string;
    readonly same?: readonly string[];
    readonly within?: number;
  };
  readonly unattended?: false;
  readonly ask?: "caller" | "operator";
  readonly mode?: "observe" | "enforce";
}

export interface Answer {
  readonly decision: string;
  /** One text for each finding, sorted. */
  readonly findings: readonly string[];
  readonly observed: readonly string[];
}

export function refer(statements: readonly Statement[], question: Question): Answer {
  const judged = statements
    .filter((statement) => isAbout(statement, question))
    .map((statement) => ({ statement, found: findingsOf(statement, question) }))
    .filter(({ found }) => found.length > 0);
  const enforced = judged.filter(({ statement }) => statement.mode !== "observe");
  const observed = judged.filter(({ statement }) => statement.mode === "observe");
  const texts = (some: typeof judged): string[] =>
    some
      .flatMap(({ statement, found }) => found.map((each) => `${statement.id} ${each}`))
      .toSorted();
  const answers = enforced.map(({ statement, found }) =>
    found.includes("failed") ? "refused" : (statement.ask ?? "refused"),
  );
  const decision =
    (["refused", "operator", "caller"] as const).find((each) => answers.includes(each)) ?? "passed";
  return { decision, findings: texts(enforced), observed: texts(observed) };
}

function isAbout(statement: Statement, { principal, ...call }: Question): boolean {
  const { principals, tenants, roles, tools, effects } = statement;
  return [
    principals === undefined || principals.includes("*") || principals.includes(principal.id),
    tenants === undefined || tenants.some((each) => each === principal.tenant),
    roles === undefined || roles.some((each) => principal.roles.includes(each)),
    tools === undefined || tools.some((each) => isNamed(each, call)),
    effects === undefined || effects.includes(call.effect),
  ].every(Boolean);
}

function findingsOf(statement: Statement, question: Question): readonly string[] {
  const holds = statement.condition?.holds(question) ?? "yes";
  if (holds === "no") return [];
  if (holds === "failed") return ["failed"];
  const found = [
    ...originsIn(statement, question),
    ...labelsIn(statement, question),
    ...totalIn(statement, question),
    ...countIn(statement, question),
    ...equalsIn(statement, question),
    ...afterIn(statement, question),
    ...notAfterIn(statement, question),
    ...(statement.unattended === false ? ["attended"] : []),
  ];
  // The product stops where it cannot go on, and its other findings then do not matter.
  return found.includes("failed") ? ["failed"] : found;
}

function originsIn({ from = {} }: Statement, { values }: Question): readonly string[] {
  return values
    .filter(({ role, origin }) => from[role]?.includes(origin) === false)
    .map(({ pointer, origin }) => `origin ${pointer} ${origin}`);
}

function labelsIn({ content_without = [], not_after }: Statement, { labels }: Question): string[] {
  const of = (forbidden: readonly string[]): string[] =>
    labels.filter((each) => forbidden.includes(each)).map((each) => `label ${each}`);
  return [...of(content_without), ...of(not_after?.label === undefined ? [] : [not_after.label])];
}

function historyFor({ per }: Maximum, question: Question): readonly Past[] | undefined {
  const isTenant = per === "tenant" && question.principal.tenant !== undefined;
  return isTenant ? question.tenantCalls : question.calls;
}

function isOwn({ tools, effects, condition }: Statement, call: Call): boolean {
  return (
    (tools ?? ["*"]).some((each) => isNamed(each, call)) &&
    (effects ?? [call.effect]).includes(call.effect) &&
    (condition === undefined || condition.mayHaveHeld(call))
  );
}

function totalIn(statement: Statement, question: Question): readonly string[] {
  const { total } = statement;
  if (total === undefined) return [];
  const calls = historyFor(total, question);
  const amount = question.args[total.of.slice("args.".length)];
  if (calls === undefined || typeof amount !== "number" || amount < 0) return ["failed"];
  const amounts = calls
    .filter(({ at, state }) => question.now - at <= total.over && state !== "failed")
    .filter((call) => isOwn(statement, call))
    .map(({ noted }) => noted[total.of])
    .filter((each) => typeof each === "number" && each > 0)
    .map(Number);
  const reached = [amount, ...amounts].reduce((sum, each) => sum + each);
  return reached > total.at_most ? [`total ${reached} ${total.at_most}`] : [];
}

function countIn(statement: Statement, question: Question): readonly string[] {
  const { count } = statement;
  if (count === undefined) return [];
  const calls = historyFor(count, question);
  if (calls === undefined) return ["failed"];
  const { of } = count;
  const counts = (call: Call): boolean =>
    of === undefined ? isOwn(statement, call) : isNamed(of, call);
  const before = calls.filter(
    (call) => question.now - call.at <= count.over && call.state !== "failed" && counts(call),
  ).length;
  const reached = before + (of === undefined || isNamed(of, question) ? 1 : 0);
  return reached > count.at_most ? [`count ${reached} ${count.at_most}`] : [];
}

function equalsIn({ equals = {} }: Statement, { args, calls }: Question): readonly string[] {
  return Object.entries(equals)
    .filter(([field, { tool, key }]) => {
      const results = calls.filter((call) => call.state === "ran" && isNamed(tool, call));
      const noted = results.at(-1)?.noted[key];
      return !isEqual(noted, key, args[field.slice("args.".length)]);
    })
    .map(([field, { tool }]) => `not-equal ${field} ${tool}`);
}

function afterIn({ after }: Statement, { args, calls, now }: Question): readonly string[] {
  if (after === undefined) return [];
  const { tool, same = [], within = Infinity } = after;
  const ran = calls.filter((call) => call.state === "ran" && isNamed(tool, call));
  const differs = (call: Past | undefined): readonly string[] =>
    same.filter((field) => !isEqual(call?.noted[field], field, args[field.slice("args.".length)]));
  const fitting = ran.filter((call) => differs(call).length === 0);
  if (fitting.some(({ at }) => now - at <= within)) return [];
  if (fitting.length > 0) return [`too-late ${tool}`];
  const fields = differs(ran.at(-1));
  return (fields.length === 0 ? [""] : fields).map((field) => `not-after ${field} ${tool}`);
}

function notAfterIn({ not_after }: Statement, { args, calls, now }: Question): readonly string[] {
  const { tool, same = [], within = Infinity } = not_after ?? {};
  if (tool === undefined) return [];
  const last = calls
    .filter((call) => isNamed(tool, call) && now - call.at <= within)
    .findLast((call) =>
      same.every((field) => {
        const value = args[field.slice("args.".length)];
        const noted = call.noted[field];
        return value === undefined || noted === undefined || isEqual(noted, field, value);
      }),
    );
  return last === undefined ? [] : [`came-after ${last.tool} ${last.callId}`];
}

function isEqual(
  noted: string | number | undefined,
  key: string,
  value: string | number | undefined,
): boolean {
  if (noted === undefined || value === undefined) return false;
  return typeof noted === "number" ? noted === value : noted === fingerprint(key, value);
}

/** Stands for a keyed hash. */
export function fingerprint(key: string, value: unknown): string {
  return `${key}=${JSON.stringify(value)}`;
}

function isNamed(pattern: string, { tool, server }: Call): boolean {
  const [first = "", ...rest] = pattern.split("/");
  if (rest.length === 0) return isLike(first, tool);
  return isLike(first, server) && isLike(rest.join("/"), tool);
}

function isLike(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  const [letter = ""] = pattern;
  if (letter !== "*") return text.startsWith(letter) && isLike(pattern.slice(1), text.slice(1));
  return isLike(pattern.slice(1), text) || (text !== "" && isLike(pattern, text.slice(1)));
}
