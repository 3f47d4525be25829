import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { Sequence } from "../policy/sequence.ts";
import { argumentSteps, resultField, type SequenceEntry } from "../policy/sequence-schema.ts";
import { callsOf, knownCallOf, namedBy, ownCallsOf, type Selects } from "./past-calls.ts";
import type { Finding, History, PastCall, SequenceQuestion } from "./question.ts";

/** What judging one statement found. */
export interface Report {
  readonly statement: string;
  readonly findings: Finding[];
  /** The earlier calls that had a say. Undefined unless they are to be shown. */
  readonly used: PastCall[] | undefined;
  hasFailed: boolean;
}

/** Adds to the report why a call does not meet it. */
export type Demand = (question: SequenceQuestion, report: Report) => void;

/** Compiles what a statement demands of a call. */
export function demandsOf(sequence: Sequence): readonly Demand[] {
  const { entry } = sequence;
  return [
    ...ofKey(entry.from, fromAllowed),
    ...ofKey(entry.content_without, contentWithout),
    ...ofKey(entry.total, (total) => totalAtMost(sequence, total)),
    ...ofKey(entry.count, (count) => countAtMost(sequence, count)),
    ...ofKey(entry.equals, equalsResults),
    ...ofKey(entry.after, afterCall),
    ...ofKey(entry.not_after, notAfter),
    ...ofKey(entry.unattended, () => neverUnattended),
  ];
}

function ofKey<Value>(
  written: Value | undefined,
  compile: (written: Value) => Demand,
): readonly Demand[] {
  return written === undefined ? [] : [compile(written)];
}

/** Selects calls. `isOwn`: only those of tools that the statement itself selects. */
export interface Selection {
  readonly selects: Selects;
  readonly isOwn: boolean;
}

/** Which calls a statement counts, or must not find before another one. */
export function countedBy(sequence: Sequence): readonly Selection[] {
  const { total, count, not_after } = sequence.entry;
  const ownCalls: Selection = { selects: ownCallsOf(sequence), isOwn: true };
  const named = [count?.of, not_after?.tool].filter((each) => each !== undefined);
  const isOverOwn = total !== undefined || (count !== undefined && count.of === undefined);
  const others = named.map((tool): Selection => ({ selects: namedBy(tool), isOwn: false }));
  return isOverOwn ? [ownCalls, ...others] : others;
}

type Written<Key extends keyof SequenceEntry> = NonNullable<SequenceEntry[Key]>;

function fromAllowed(allowed: Written<"from">): Demand {
  return ({ values }, { statement, findings }) => {
    for (const value of values) {
      const origins = allowed[value.role];
      if (origins === undefined) continue;
      const needed = value.mayBeForeign ? [value.origin, "third-party" as const] : [value.origin];
      if (needed.every((origin) => origins.includes(origin))) continue;
      findings.push({ statement, because: "origin", ...value });
    }
  };
}

function contentWithout(labels: Written<"content_without">): Demand {
  return ({ history }, { statement, findings }) => {
    for (const label of labels) {
      if (history.labels.has(label)) findings.push({ statement, because: "label", label });
    }
  };
}

function totalAtMost(sequence: Sequence, { of, over, per, at_most }: Written<"total">): Demand {
  const [read, isOwn] = [argumentAt(of), ownCallsOf(sequence)];
  return (question, report) => {
    const amount = read(question.args);
    const calls = callsOf(question, per);
    if (calls === undefined || !isAmount(amount)) {
      report.hasFailed = true;
      return;
    }
    const since = question.now - over;
    let reached = amount;
    for (const call of calls) {
      const before = amountIn(call, of);
      if (before === 0 || !isCountedSince(call, since) || !isOwn(call)) continue;
      reached += before;
      report.used?.push(call);
    }
    addMaximum(report, { because: "total", reached, atMost: at_most });
  };
}

/** A negative amount would make room for others. */
function isAmount(value: JsonValue | undefined): value is number {
  return typeof value === "number" && value >= 0;
}

/** A call that failed did not act. One that was lost may have. */
function isCountedSince({ at, state }: PastCall, since: number): boolean {
  return at >= since && state !== "failed";
}

function amountIn({ noted }: PastCall, key: string): number {
  const amount = noted[key];
  return isAmount(amount) ? amount : 0;
}

function countAtMost(sequence: Sequence, written: Written<"count">): Demand {
  const { of, over, per, at_most } = written;
  const counts = of === undefined ? ownCallsOf(sequence) : namedBy(of);
  return (question, report) => {
    const calls = callsOf(question, per);
    if (calls === undefined) {
      report.hasFailed = true;
      return;
    }
    const since = question.now - over;
    const countsItself = of === undefined || counts(knownCallOf(question));
    let reached = Number(countsItself);
    for (const call of calls) {
      if (!isCountedSince(call, since) || !counts(call)) continue;
      reached += 1;
      report.used?.push(call);
    }
    addMaximum(report, { because: "count", reached, atMost: at_most });
  };
}

function addMaximum(
  { statement, findings }: Report,
  maximum: {
    readonly because: "total" | "count";
    readonly reached: number;
    readonly atMost: number;
  },
): void {
  const { reached, atMost } = maximum;
  // 0.1 + 0.2 is not above 0.3.
  if (reached <= atMost || Number(reached.toPrecision(15)) <= atMost) return;
  findings.push({ statement, ...maximum });
}

function equalsResults(equals: Written<"equals">): Demand {
  const pairs = Object.entries(equals).map(([field, written]) => {
    const result = resultField(written);
    if (result === undefined) throw new TypeError("a faulty field was let through");
    const { tool, key } = result;
    return { field, read: argumentAt(field), tool, key, isNamed: namedBy(tool) };
  });
  return ({ args, history }, { statement, findings, used }) => {
    for (const { field, read, tool, key, isNamed } of pairs) {
      const last = history.calls.findLast((call) => call.state === "ran" && isNamed(call));
      if (last !== undefined) used?.push(last);
      if (last !== undefined && createIsEqual(history, key, read(args))(last)) continue;
      findings.push({ statement, because: "not-equal", field, tool });
    }
  };
}

function afterCall({ tool, same = [], within = Infinity }: Written<"after">): Demand {
  const isNamed = namedBy(tool);
  const fields = same.map((field) => ({ field, read: argumentAt(field) }));
  return ({ args, now, history }, { statement, findings, used }) => {
    const before = history.calls.filter((call) => call.state === "ran" && isNamed(call));
    const equal = fields.map(({ field, read }) => createIsEqual(history, field, read(args)));
    const fitting = before.filter((call) => equal.every((isEqual) => isEqual(call)));
    const last = fitting.at(-1) ?? before.at(-1);
    if (last !== undefined) used?.push(last);
    if (fitting.some(({ at }) => now - at <= within)) return;
    if (fitting.length > 0) {
      findings.push({ statement, because: "too-late", tool });
      return;
    }
    const different = same.filter((_, index) => last === undefined || !equal[index]?.(last));
    const names = different.length === 0 ? [""] : different;
    findings.push(
      ...names.map((field): Finding => ({ statement, because: "not-after", field, tool })),
    );
  };
}

function notAfter({ tool, label, same = [], within = Infinity }: Written<"not_after">): Demand {
  if (label !== undefined) return contentWithout([label]);
  const isNamed = namedBy(tool ?? "*");
  const fields = same.map((field) => ({ field, read: argumentAt(field) }));
  return ({ args, now, history }, { statement, findings, used }) => {
    let last: PastCall | undefined;
    for (const call of history.calls) {
      if (now - call.at > within || !isNamed(call)) continue;
      // What is not known of a value does not make it another one.
      const isOther = fields.some(({ field, read }) => {
        const value = read(args);
        const isKnown = value !== undefined && call.noted[field] !== undefined;
        return isKnown && !createIsEqual(history, field, value)(call);
      });
      if (isOther) continue;
      last = call;
      used?.push(call);
    }
    if (last === undefined) return;
    findings.push({ statement, because: "came-after", tool: last.tool, callId: last.callId });
  };
}

const neverUnattended: Demand = (_, { statement, findings }) => {
  findings.push({ statement, because: "attended" });
};

/** Compares a value with what is noted of calls under a key. The fingerprint is made once. */
function createIsEqual(
  history: History,
  key: string,
  value: JsonValue | undefined,
): (call: PastCall) => boolean {
  let fingerprint: string | undefined;
  return ({ noted }) => {
    const other = noted[key];
    if (value === undefined || other === undefined) return false;
    if (typeof other === "number") return other === value;
    fingerprint ??= history.fingerprint(key, value);
    return other === fingerprint;
  };
}

function argumentAt(path: string): (args: JsonObject) => JsonValue | undefined {
  const steps = argumentSteps(path);
  if (steps === undefined) throw new TypeError("a faulty argument was let through");
  return (args) => valueIn(args, steps);
}

/** Returns the value at some steps. A number is a key, or an index of a list. */
export function valueIn(root: JsonValue, steps: readonly string[]): JsonValue | undefined {
  let here: JsonValue | undefined = root;
  for (const step of steps) {
    if (isJsonArray(here)) here = /^(0|[1-9]\d*)$/.test(step) ? here[Number(step)] : undefined;
    else here = isJsonObject(here) ? own(here, step) : undefined;
  }
  return here;
}
