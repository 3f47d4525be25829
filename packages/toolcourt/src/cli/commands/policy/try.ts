import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { isChanged, trialJson } from "@toolcourt/gateway/internal/governance/policy/trial-json";
import {
  maxTried,
  type Trial,
  type TriedCall,
} from "@toolcourt/gateway/internal/governance/policy/try-policy";
import { type CommandContext, type ExitCode, readWhole } from "../../command.ts";
import { openToLook } from "../../open-for-command.ts";
import { count, timeText } from "../../style.ts";

export interface Trying {
  readonly config: string | undefined;
  readonly json: boolean;
  /** How many calls, as typed. */
  readonly last: string | undefined;
  /** The policy, which is in order. */
  readonly text: string;
}

const defaultLast = 200;

/** Decides the last recorded calls by a policy. Exit 1 if one would be decided otherwise. */
export async function tryRecorded(
  { config, json, last: typed, text }: Trying,
  context: CommandContext,
): Promise<ExitCode> {
  const last = readWhole("--last", typed, { min: 1, max: maxTried }) ?? defaultLast;
  const trial = await tried({ config, text, last }, context);
  context.terminal.out(json ? printableJson(trialJson(trial)) : trialText(trial));
  return trial.tried.some(isChanged) ? 1 : 0;
}

interface Wanted {
  readonly config: string | undefined;
  readonly text: string;
  readonly last: number;
}

async function tried({ config, text, last }: Wanted, context: CommandContext): Promise<Trial> {
  const { openPolicyDesk } = await import("@toolcourt/gateway/internal/compose/open-policy-desk");
  await using configured = await openToLook(config, context);
  const { registry } = configured.gateway;
  await using opened = await openPolicyDesk(config, context, () => registry.current().tools);
  const trial = await opened.desk.try(text, last);
  if ("kind" in trial) throw new TypeError("a text that was read is no policy now");
  return trial;
}

function trialText(trial: Trial): string {
  const changed = trial.tried.filter(isChanged);
  const open = trial.tried.filter(({ replayed }) => replayed.answer === "unknown");
  const same = trial.tried.length - changed.length - open.length;
  return [
    `Of ${count(trial.tried.length, "recorded call")}, ${same} stay, ${changed.length} change, ${open.length} are not known.`,
    ...listed("Changes:", changed, changeLine),
    ...listed(
      "Not known, since the audit log has no arguments, scopes and claims:",
      open,
      openLine,
    ),
  ].join("\n");
}

const maxShown = 100;

function listed(
  title: string,
  calls: readonly TriedCall[],
  line: (call: TriedCall) => string,
): readonly string[] {
  if (calls.length === 0) return [];
  const rest = calls.length - maxShown;
  const shown = calls.slice(0, maxShown).map((each) => `  ${line(each)}`);
  return [title, ...shown, ...(rest > 0 ? [`  and ${rest} more`] : [])];
}

function changeLine({ call, replayed }: TriedCall): string {
  const was = call.decision.kind === "allowed" ? "allow" : "deny";
  const becomes = replayed.answer === "allowed" ? "allow" : "deny";
  return `${beginOf(call)}  ${was}${by(call.decision.statement)} → ${becomes}${by(replayed.statement)}`;
}

function openLine({ call, replayed }: TriedCall): string {
  return `${beginOf(call)}  depends on ${printable(replayed.lacks.join(", "))}`;
}

function beginOf({ at, tool, subject }: TriedCall["call"]): string {
  return `${timeText(at)}  ${printable(tool)}  of ${printable(subject)}`;
}

function by(statement: string | undefined): string {
  return statement === undefined ? "" : ` by ${printable(statement)}`;
}
