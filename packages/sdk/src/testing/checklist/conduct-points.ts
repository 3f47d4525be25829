import { createMetrics } from "../../tool/metrics.ts";
import type { Evidence } from "./evidence.ts";
import {
  allRuns,
  failed,
  type Judgement,
  judgeRuns,
  notApplicable,
  type Point,
  passed,
  together,
  validRuns,
  warning,
} from "./report.ts";

/** The tests that a new tool must pass before it may be called. */
export const admissionPoints: readonly Point[] = [
  {
    requirement: "S0-42",
    title: "Valid input is answered as the examples promise",
    judge: ({ examples, samples }) =>
      together(
        judgeRuns([...examples, ...samples], ({ result }) => result.error === undefined),
        judgeRuns(examples, ({ asPromised }) => asPromised),
      ),
  },
  {
    requirement: "S0-43",
    title: "Invalid input is refused",
    judge: ({ invalid }) =>
      judgeRuns(
        invalid,
        ({ result: { error } }) => error?.class === "validation" && error.code === "input-invalid",
      ),
  },
  {
    requirement: "S0-44",
    title: "Malformed output is refused",
    judge: ({ brokenDataAccepted: [accepted] }) =>
      accepted === undefined
        ? passed("The result schema refuses null, nothing and strangers.")
        : failed(`The result schema accepts ${accepted}.`),
  },
  { requirement: "S0-45", title: "Appears in the list of tools", judge: judgeListed },
  {
    requirement: "S0-46",
    title: "Passes the allowlist",
    judge: ({ findings }) => {
      const error = findings.find(({ severity }) => severity === "error");
      return error === undefined
        ? passed("No rule forbids it.")
        : failed(`${error.message} (${error.rule})`);
    },
  },
  {
    requirement: "S0-47",
    title: "Parses correctly",
    judge: (evidence) =>
      judgeRuns(
        validRuns(evidence),
        ({ result }) => evidence.tool.result.safeParse(result.data).success,
      ),
  },
  {
    requirement: "S3-106",
    title: "Input is never mutated",
    judge: (evidence) => judgeRuns(allRuns(evidence), ({ untouched }) => untouched),
  },
  {
    requirement: "S3-112",
    title: "Permissions are checked before execution",
    judge: ({ unpermitted }) =>
      unpermitted.length === 0
        ? notApplicable("The tool requires no permission.")
        : judgeRuns(unpermitted, ({ result }) => result.error?.code === "not-permitted"),
  },
];

/** Checklist points about events, permissions and other conduct around a call. */
export const conductPoints: readonly Point[] = [
  {
    requirement: "S3-141",
    title: "Error handling implemented",
    judge: (evidence) =>
      together(
        judgeRuns(evidence.invalid, ({ result }) => result.error !== undefined),
        judgeRuns(validRuns(evidence), ({ result }) => result.error?.class !== "system"),
      ),
  },
  {
    requirement: "S3-142",
    title: "Logging added",
    judge: (evidence) =>
      judgeRuns(allRuns(evidence), ({ events }) =>
        ["call.opened", "call.closed"].every((kind) =>
          events.some((event) => event.kind === kind && event.traceId !== undefined),
        ),
      ),
  },
  { requirement: "S3-143", title: "Metrics emitted", judge: judgeMetrics },
  { requirement: "S3-144", title: "Tests written", judge: judgeTests },
  { requirement: "S3-145", title: "Registered in a ToolRegistry", judge: judgeRegistered },
];

function judgeListed({ listed, tool }: Evidence): Judgement {
  return listed
    ? passed(`A registry lists it as "${tool.name}".`)
    : failed("A registry did not list it.");
}

// Only the project knows its registry and its tests. Without them there is nothing to judge by.
function judgeRegistered({ registered, tool }: Evidence): Judgement {
  if (registered === undefined) return notApplicable("Give your registry as `registry`.");
  return registered
    ? passed(`Your registry lists it as "${tool.name}".`)
    : failed("Your registry does not list this tool.");
}

function judgeTests({ testFiles }: Evidence): Judgement {
  if (testFiles === undefined) return notApplicable("Name the tool's test files as `tests`.");
  const flawed = testFiles.find(({ flaw }) => flaw !== undefined);
  if (flawed !== undefined) return failed(`${flawed.path}: ${flawed.flaw}.`);
  const count = (kind: "unit" | "integration") =>
    testFiles.filter((file) => file.kind === kind).length;
  const [unit, integration] = [count("unit"), count("integration")];
  const detail = `${unit} files with unit tests and ${integration} with integration tests.`;
  if (unit === 0) return failed(detail);
  return integration === 0 ? warning(detail) : passed(detail);
}

function judgeMetrics(evidence: Evidence): Judgement {
  const metrics = createMetrics();
  const runs = allRuns(evidence);
  for (const event of runs.flatMap(({ events }) => events)) metrics.observe(event);
  const { executions } = metrics.of(evidence.tool.name);
  return executions === runs.length
    ? passed(`${executions} calls were counted and timed.`)
    : failed(`${executions} of ${runs.length} calls were counted.`);
}
