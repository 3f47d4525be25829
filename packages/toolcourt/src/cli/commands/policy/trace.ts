import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { labelOf } from "@toolcourt/gateway/internal/boundary/files/read-file";
import type { Policy } from "@toolcourt/gateway/internal/governance/policy/policy";
import { readTrace, type Trace } from "@toolcourt/gateway/internal/governance/sequences/read-trace";
import {
  createReplay,
  judgeTrace,
} from "@toolcourt/gateway/internal/governance/sequences/replay-trace";
import { openTraceOrigins } from "@toolcourt/gateway/internal/governance/sequences/trace-origins";
import type { ExitCode, Terminal } from "../../command.ts";
import { traceAccountsText, traceJson, traceVerdictsText } from "./trace-text.ts";

interface TraceRun {
  readonly policyFile: string;
  readonly policy: Policy;
  readonly traceFile: string;
  readonly text: string;
}

interface Output {
  readonly json: boolean;
  readonly isExplained: boolean;
  readonly terminal: Terminal;
}

/** Judges the calls of a trace by the sequences of a policy, and prints how each was decided. */
export function runTrace(run: TraceRun, { json, isExplained, terminal }: Output): ExitCode {
  const { policyFile, policy, traceFile, text } = run;
  const trace = traceOf(text, labelOf(traceFile));
  const missing = missingIn(policy, trace, { policyFile, traceFile });
  if (missing !== undefined) {
    const nothing = `Nothing was judged: ${missing}`;
    terminal.out(json ? printableJson({ nothing, calls: [], wrong: 0 }) : nothing);
    return 2;
  }
  const replay = createReplay(trace, policy, openTraceOrigins(trace, policy));
  const answers = judgeTrace(policy, trace, replay);
  const write = isExplained ? traceAccountsText : traceVerdictsText;
  terminal.out(
    json
      ? printableJson(traceJson({ file: policyFile, policy, answers }))
      : write(answers, terminal),
  );
  return answers.every(({ right }) => right) ? 0 : 1;
}

function traceOf(text: string, file: string): Trace {
  const reading = readTrace(text, file);
  if (reading.kind === "trace") return reading.trace;
  throw new Refusal("config-invalid", { file, problems: reading.problems });
}

function missingIn(
  { sequences }: Policy,
  { calls }: Trace,
  { policyFile, traceFile }: Pick<TraceRun, "policyFile" | "traceFile">,
): string | undefined {
  if (calls.length === 0) return `${labelOf(traceFile)} has no call. Next: add one under calls`;
  if (sequences.length > 0) return undefined;
  return `${labelOf(policyFile)} has no sequence, so none decides. Next: add one under sequences`;
}
