import { everywhere, type ProfileName, type Severity, severities } from "@toolcourt/sdk/rules";

/** One possible mistake of a server under test. The id is public: never renamed, never reused. */
export interface TestRule {
  readonly id: TestRuleId;
  readonly severity: Readonly<Partial<Record<ProfileName, Severity>>>;
  readonly requirements: readonly string[];
  /** Imperative, without a period. */
  readonly summary: string;
  readonly why: string;
}

interface Row extends Omit<TestRule, "id" | "requirements"> {
  /** Default: none. */
  readonly requirements?: readonly string[];
}

const error = everywhere("error");
const warning = everywhere("warning");
const wherePromised = { "agent-hints": "error" } as const;

const table = {
  "test/example-fails": {
    severity: error,
    requirements: ["S0-42", "S3-126"],
    summary: "Answer the contract's own examples",
    why: `A model copies examples first. A failing example makes every caller fail.`,
  },
  "test/negative-example-accepted": {
    severity: error,
    requirements: ["S0-43"],
    summary: "Refuse the negative examples of the contract",
    why: `A negative example is a promise too: callers rely on the refusal.`,
  },
  "test/valid-refused": {
    severity: error,
    requirements: ["S0-42"],
    summary: "Accept what the input schema accepts",
    why: `Callers know only the schema. A tool that refuses valid input has a second, hidden schema. A "not
found" answer does not count as such a refusal.`,
  },
  "test/invalid-accepted": {
    severity: error,
    requirements: ["S0-43", "S3-111"],
    summary: "Refuse what the input schema refuses",
    why: `A schema without enforcement protects nothing: the tool acts on mistakes. Refuse with a result whose
isError is true, or with the error -32602.`,
  },
  "test/unknown-accepted": {
    severity: error,
    requirements: ["S0-43"],
    summary: "Refuse arguments that a closed schema does not name",
    why: `A closed schema promises to detect a misspelled argument. A tool that accepts it answers a different
question.`,
  },
  "test/output-missing": {
    severity: error,
    requirements: ["S0-44"],
    summary: "Return structured content wherever there is an output schema",
    why: `An output schema promises structured content with every success. Without it, callers must guess from
the text.`,
  },
  "test/output-nonconformant": {
    severity: error,
    requirements: ["S0-44", "S0-47"],
    summary: "Return what the output schema describes",
    why: `Callers rely on the output schema. A result that differs breaks them, or is refused by a gateway on
the way.`,
  },
  "test/result-malformed": {
    severity: error,
    requirements: ["S0-47"],
    summary: "Answer with a valid protocol result",
    why: `A result has content blocks of known kinds and a boolean isError. Clients cannot read anything else.`,
  },
  "test/crash": {
    severity: error,
    requirements: ["S3-114"],
    summary: "Survive every input",
    why: `A process that ends on one input takes down every other caller's work. Any caller who knows the
input can end it again.`,
  },
  "test/hang": {
    severity: error,
    requirements: ["S3-114"],
    summary: "Answer every call",
    why: `An unanswered call occupies a slot, a connection and a waiting model.`,
  },
  "test/stack-trace": {
    severity: error,
    requirements: ["S3-114"],
    summary: "Keep stack traces out of error texts",
    why: `A stack trace reveals files, versions and internals. A model can do nothing with it.`,
  },
  "test/protocol-error-malformed": {
    severity: error,
    requirements: ["S3-114"],
    summary: "Answer with protocol messages",
    why: `Output that is not a JSON-RPC message, or a bare HTTP error, looks like a broken network. So
callers retry.`,
  },
  "test/stray-output": {
    severity: error,
    summary: "Write only protocol messages to standard output",
    why: `Over standard input and output every line is a message. Other output breaks strict clients and
fills the logs of the rest. Use standard error for everything else.`,
  },
  "test/answer-repeated": {
    severity: error,
    summary: "Answer every request once",
    why: `A client takes one of two answers at random. If it reads both, the second looks like the answer to
another request.`,
  },
  "test/answer-unasked": {
    severity: error,
    summary: "Answer only known requests, with their own ids",
    why: `An answer is matched by its id alone. An answer with an unused id is lost, or reaches the next
request with that id.`,
  },
  "test/refusal-unclear": {
    severity: warning,
    requirements: ["S3-114"],
    summary: "Refuse with isError or with the error -32602",
    why: `Any other protocol error means that the server is broken, not that the input is wrong. The model
cannot correct itself.`,
  },
  "test/read-changes": {
    severity: error,
    requirements: ["S3-125"],
    summary: "Change nothing when only reading",
    why: `Reads are repeated, cached and called without approval, because they promise to change nothing.
Values that differ by nature, such as times and ids, do not count.`,
  },
  "test/not-idempotent": {
    severity: error,
    requirements: ["S3-125"],
    summary: "Have no further effect when an idempotent call is repeated",
    why: `A call to an idempotent tool is repeated if its answer is lost. If the tool is not idempotent, the
work is done twice.`,
  },
  "test/slow": {
    severity: error,
    requirements: ["S3-122"],
    summary: "Answer within the time class of the contract",
    why: `Timeouts follow the time class: fast is under 100 ms, medium under 1 s. Callers cut off a tool that
takes longer.`,
  },
  "test/cancel-ignored": {
    severity: error,
    summary: "Stop when a call is cancelled",
    why: `A canceled call needs no result. A server that continues, still answers, or blocks other calls
wastes its resources.`,
  },
  "test/error-disagrees": {
    severity: error,
    requirements: ["S3-114"],
    summary: "Make isError agree with the result",
    why: `Callers check isError first. An unmarked failure is taken for data, and a success marked as a
failure is discarded.`,
  },
  "test/text-disagrees": {
    severity: error,
    summary: "Make the text agree with the structured content",
    why: `Some clients show the text to the model, others the structure. If they differ, two callers get
different answers to the same call.`,
  },
  "test/hints-incomplete": {
    severity: wherePromised,
    requirements: ["S3-129", "S3-110"],
    summary: "Give every hint that the profile asks for",
    why: `An agent uses hints to decide what to do next. It cannot tell a missing hint from an empty one.`,
  },
  "test/confidence-constant": {
    severity: wherePromised,
    requirements: ["S3-130", "S3-115"],
    summary: "Calculate confidence for each answer",
    why: `A confidence that is the same for a hit, a miss and a refused input was not calculated. It means
nothing.`,
  },
  "test/secret-in-output": {
    severity: error,
    summary: "Keep secrets out of results",
    why: `A model reads the result and may repeat it to anyone. A key in it is compromised.`,
  },
  "test/oversized": {
    severity: error,
    summary: "Keep a result below one megabyte",
    why: `A model cannot use a result of that size, and every component on the way holds it in memory. Return
a page and a cursor instead.`,
  },
  "test/list-unstable": {
    severity: error,
    requirements: ["S0-45"],
    summary: "List the same tools the same way every time",
    why: `Callers and locks compare contracts with an earlier list. A list that differs from one minute to the
next cannot be approved.`,
  },
} as const satisfies Readonly<Record<`test/${string}`, Row>>;

export type TestRuleId = keyof typeof table;

const rows: Readonly<Record<TestRuleId, Row>> = table;

export const testRuleIds: readonly TestRuleId[] = Object.keys(table).filter(
  (id): id is TestRuleId => Object.hasOwn(table, id),
);

/** All rules of `toolcourt test`. */
export const testRules: readonly TestRule[] = testRuleIds.map((id) => ({
  id,
  requirements: [],
  ...rows[id],
}));

/** Returns the severity of a rule under the strictest profile. */
export function severityOf(rule: TestRuleId, profiles: readonly ProfileName[]): Severity {
  const { severity } = rows[rule];
  const given = profiles.map((profile) => severity[profile]);
  return severities.find((each) => given.includes(each)) ?? "off";
}
