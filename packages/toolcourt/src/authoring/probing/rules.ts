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

type Row = Omit<TestRule, "id">;

const error = everywhere("error");
const warning = everywhere("warning");
const wherePromised = { "agent-hints": "error" } as const;

const table = {
  "test/example-fails": {
    severity: error,
    requirements: ["S0-42", "S3-126"],
    summary: "Answer the contract's own examples",
    why: `An example is what a model copies first. One that fails teaches every caller to fail.`,
  },
  "test/negative-example-accepted": {
    severity: error,
    requirements: ["S0-43"],
    summary: "Refuse the examples that show what is refused",
    why: `An example of a refusal is a promise like any other: a caller relies on being stopped there.`,
  },
  "test/valid-refused": {
    severity: error,
    requirements: ["S0-42"],
    summary: "Accept what the input schema accepts",
    why: `Whoever reads the schema knows nothing else about the tool. A tool that refuses a valid input as
invalid has a second schema that nobody can see. That something was not found is no such refusal.`,
  },
  "test/invalid-accepted": {
    severity: error,
    requirements: ["S0-43", "S3-111"],
    summary: "Refuse what the input schema refuses",
    why: `A schema that is not enforced protects nobody: what comes in by mistake is acted upon. Refuse with a
result whose isError is true, or with the error -32602.`,
  },
  "test/unknown-accepted": {
    severity: error,
    requirements: ["S0-43"],
    summary: "Refuse arguments that a closed schema does not name",
    why: `A schema that forbids further properties promises that a misspelled argument is noticed. A tool that
takes it anyway answers a question that nobody asked.`,
  },
  "test/output-missing": {
    severity: error,
    requirements: ["S0-44"],
    summary: "Return structured content wherever there is an output schema",
    why: `Who declares an output schema promises structured content with every success. Without it, callers
have to guess from text, which is what the schema was there to spare them.`,
  },
  "test/output-nonconformant": {
    severity: error,
    requirements: ["S0-44", "S0-47"],
    summary: "Return what the output schema describes",
    why: `Callers are written against the output schema. A result that differs breaks them, or is refused by
every gate between.`,
  },
  "test/result-malformed": {
    severity: error,
    requirements: ["S0-47"],
    summary: "Answer with a result of the protocol",
    why: `A result has content blocks of known kinds and a boolean isError. Clients cannot read anything else.`,
  },
  "test/crash": {
    severity: error,
    requirements: ["S3-114"],
    summary: "Survive every input",
    why: `A connection or a process that ends at one input takes every other caller's work with it, and
anybody who knows the input can end it again.`,
  },
  "test/hang": {
    severity: error,
    requirements: ["S3-114"],
    summary: "Answer every call in the end",
    why: `A call that is never answered holds a place, a connection and a model that waits.`,
  },
  "test/stack-trace": {
    severity: error,
    requirements: ["S3-114"],
    summary: "Keep stack traces out of error texts",
    why: `A stack trace tells strangers about files, versions and internals, and tells a model nothing that it
could act on.`,
  },
  "test/protocol-error-malformed": {
    severity: error,
    requirements: ["S3-114"],
    summary: "Answer with messages of the protocol",
    why: `What is no JSON-RPC message, too large for one, or a bare HTTP error cannot be told apart from a
broken network, so callers try it again.`,
  },
  "test/stray-output": {
    severity: error,
    requirements: [],
    summary: "Write nothing but messages of the protocol to standard output",
    why: `Over standard input and output every line is a message. What else is printed there stops clients that
read strictly and fills the logs of the others. Standard error is for everything else.`,
  },
  "test/answer-repeated": {
    severity: error,
    requirements: [],
    summary: "Answer every request once",
    why: `A client takes one of two answers, and which one is chance. Whoever reads both takes the second for the
answer to something else.`,
  },
  "test/answer-unasked": {
    severity: error,
    requirements: [],
    summary: "Answer only what was asked, under the id that it was asked by",
    why: `An answer is known by its id and by nothing else. One under an id that nobody used reaches nobody, or
whoever uses that id next.`,
  },
  "test/refusal-unclear": {
    severity: warning,
    requirements: ["S3-114"],
    summary: "Refuse with isError or with the error -32602",
    why: `Any other error of the protocol says that the server is broken and not that the input is wrong. A
model that reads it cannot correct itself.`,
  },
  "test/read-changes": {
    severity: error,
    requirements: ["S3-125"],
    summary: "Change nothing when only reading",
    why: `Reads are repeated, cached and called without anybody's yes, because they promise to change nothing.
What differs by nature, such as times and ids, is not counted.`,
  },
  "test/not-idempotent": {
    severity: error,
    requirements: ["S3-125"],
    summary: "Do once what an idempotent tool is asked twice",
    why: `A call to an idempotent tool is repeated when its answer got lost. If it is not, the thing is done
twice.`,
  },
  "test/slow": {
    severity: error,
    requirements: ["S3-122"],
    summary: "Answer within the time class of the contract",
    why: `Timeouts are taken from the time class: fast is under 100 ms, medium under 1 s. A tool that takes
longer is cut off by those who believe it.`,
  },
  "test/cancel-ignored": {
    severity: error,
    requirements: [],
    summary: "Stop when a call is cancelled",
    why: `Who has left wants nothing more. A server that goes on, answers all the same or answers nobody else
meanwhile wastes what it works with.`,
  },
  "test/error-disagrees": {
    severity: error,
    requirements: ["S3-114"],
    summary: "Say the same with isError as with the result",
    why: `Callers look at isError first. A failure that is not marked is taken for data, and a success that is
marked as a failure is thrown away.`,
  },
  "test/text-disagrees": {
    severity: error,
    requirements: [],
    summary: "Say the same in the text as in the structured content",
    why: `Some clients show the text to the model and others the structure. If they differ, two callers of the
same call know different things.`,
  },
  "test/hints-incomplete": {
    severity: wherePromised,
    requirements: ["S3-129", "S3-110"],
    summary: "Give every hint that the profile asks for",
    why: `An agent decides by hints what to do next. It cannot tell a hint that is missing from one that has
nothing to say.`,
  },
  "test/confidence-constant": {
    severity: wherePromised,
    requirements: ["S3-130", "S3-115"],
    summary: "Calculate confidence for each answer",
    why: `A confidence that is the same for a hit, a miss and a refused input was written down and not
calculated, and says nothing.`,
  },
  "test/secret-in-output": {
    severity: error,
    requirements: [],
    summary: "Keep secrets out of results",
    why: `What a tool returns is read by a model and may be repeated to anybody. A key in it is a key lost.`,
  },
  "test/oversized": {
    severity: error,
    requirements: [],
    summary: "Keep a result below one megabyte",
    why: `A result is read by a model, which can use no such amount, and held in memory by everybody between.
Return a page and a cursor instead.`,
  },
  "test/list-unstable": {
    severity: error,
    requirements: ["S0-45"],
    summary: "List the same tools the same way every time",
    why: `Callers and locks compare contracts with what they saw before. A list that differs from one minute to
the next cannot be approved.`,
  },
} as const satisfies Readonly<Record<`test/${string}`, Row>>;

export type TestRuleId = keyof typeof table;

const rows: Readonly<Record<TestRuleId, Row>> = table;

export const testRuleIds: readonly TestRuleId[] = Object.keys(table).filter(
  (id): id is TestRuleId => Object.hasOwn(table, id),
);

/** All rules of `toolcourt test`. */
export const testRules: readonly TestRule[] = testRuleIds.map((id) => ({ id, ...rows[id] }));

/** Returns the severity of a rule under the strictest profile. */
export function severityOf(rule: TestRuleId, profiles: readonly ProfileName[]): Severity {
  const { severity } = rows[rule];
  const given = profiles.map((profile) => severity[profile]);
  return severities.find((each) => given.includes(each)) ?? "off";
}
