import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import type { LockDifference } from "@toolcourt/contracts/internal/lock/compare-lock";
import { approveDifferences } from "@toolcourt/contracts/internal/lock/compare-lock";
import {
  formatLock,
  type Lock,
  withLocked,
  withNames,
} from "@toolcourt/contracts/internal/lock/lock";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { changeLock } from "@toolcourt/gateway/internal/compose/change-lock";
import {
  type CommandContext,
  configFlag,
  defineCommand,
  type ExitCode,
  jsonFlag,
  switchFlag,
  textFlag,
  usage,
  type Values,
} from "../../command.ts";
import { readLine } from "../../read-line.ts";
import { count } from "../../style.ts";
import { explainDifferences, lockBeside, lookAtLock, type SeenLock } from "./look-at-lock.ts";
import { digestOf, lockJson, lockText } from "./text.ts";

const flags = {
  config: configFlag,
  approve: switchFlag("Write the differences into the lock, for all tools or the named ones"),
  digest: textFlag("digest", "Approve the named tool only if its contract has this digest"),
  check: switchFlag("Change nothing and ask nothing; exit 1 if anything differs"),
  json: jsonFlag,
};

export const command = defineCommand({
  flags,
  notes: [
    "Connects to the configured servers. Name a tool as server/tool, or by its own name.",
    "At a terminal it asks before it writes. Entries of an unreachable server stay in the lock.",
    "A name that another tool owns changes hands only if you name the tool that takes it.",
    "A gateway reads the lock when it starts: restart it after an approval.",
    "Exit 0: no differences left. Exit 1: differences. Exit 2: could not compare or write.",
  ],

  async run({ values, positionals }, context) {
    const { terminal } = context;
    const { config, json } = values;
    refuseContradictions(values, positionals);
    const seen = await lookAtLock(config, context);
    const chosen = chosenOf(seen, positionals);
    refuseOther(chosen, values.digest);
    const explained = await explainDifferences(chosen, context);
    const report = { comparison: seen.comparison, explained };
    terminal.out(json ? lockJson(report) : lockText(report, terminal));
    if (isEmpty(seen, chosen, positionals)) return isUncertain(values, seen) ? 2 : 0;
    const { approve, check } = values;
    const isApproved = approve || check || json ? approve : await confirms(context);
    if (!isApproved) return 1;

    const isWhole = positionals.length === 0;
    return save(nextLock(seen, chosen, { ...context, isWhole }), seen.lock, {
      file: lockBeside(config),
      approved: chosen.length,
      context,
    });
  },
});

function refuseContradictions(
  { approve, check, digest }: Values<typeof flags>,
  names: readonly string[],
): void {
  if (approve && check) throw usage("Give either --approve or --check.");
  if (names.includes("")) throw usage("Name a tool.");
  if (digest !== undefined && (!approve || names.length !== 1)) {
    throw usage("Give --digest with --approve and one tool.");
  }
}

/** Refuses a digest other than the current one: only the reviewed contract can be approved. */
function refuseOther(chosen: readonly LockDifference[], digest: string | undefined): void {
  if (digest === undefined || chosen.some((each) => digestOf(each) === digest)) return;
  throw usage("The tool does not have the contract with that digest. Look at it again.");
}

function chosenOf({ comparison }: SeenLock, names: readonly string[]): readonly LockDifference[] {
  const { differences } = comparison;
  if (names.length === 0) return differences;
  return [...new Set(names.flatMap((name) => matching(name, differences)))];
}

function matching(name: string, differences: readonly LockDifference[]): readonly LockDifference[] {
  const whole = differences.filter(({ server, tool }) =>
    [`${server}/${tool}`, `${server}__${tool}`].includes(name),
  );
  const found = whole.length > 0 ? whole : differences.filter(({ tool }) => tool === name);
  const shown = printable(cut(name));
  if (found.length === 0) throw usage(`No tool called ${shown} differs from the lock.`);
  if (found.length > 1)
    throw usage(`Several servers have a tool ${shown}: name it as server/tool.`);
  return found;
}

function isEmpty(
  { comparison }: SeenLock,
  chosen: readonly LockDifference[],
  names: readonly string[],
): boolean {
  return chosen.length === 0 && (names.length > 0 || comparison.newServers.length === 0);
}

/** Reports whether `check` saw too little: an unreachable server cannot count as unchanged. */
function isUncertain({ check }: Values<typeof flags>, { comparison }: SeenLock): boolean {
  return check && comparison.unreached.length > 0;
}

/** Asks for approval, but only at a terminal. */
async function confirms(context: CommandContext): Promise<boolean> {
  if (context.askSecret === undefined) return false;
  context.terminal.err("Approve this, and write it into the lock? [y/N]");
  return /^y(es)?$/i.test(await readLine(context));
}

function nextLock(
  { lock: before, comparison, names }: SeenLock,
  chosen: readonly LockDifference[],
  { isWhole, operator, clock }: CommandContext & { readonly isWhole: boolean },
): Lock {
  const approval = { by: operator, at: clock.now() };
  const wanted = isWhole ? chosen.flatMap(withoutName) : chosen;
  const approved = approveDifferences(withNames(before, names), wanted, approval);
  const servers = isWhole ? comparison.newServers : [];
  // Records servers without tools too. Otherwise a frozen gateway would not start with them.
  return servers.reduce((made, server) => withLocked(made, server, new Map()), approved);
}

/** Approving everything must not hand a name over in passing. */
function withoutName(difference: LockDifference): readonly LockDifference[] {
  if (difference.kind === "takes-name") return [];
  return [difference.kind === "added" ? { ...difference, takes: undefined } : difference];
}

interface Saving {
  readonly file: string;
  readonly approved: number;
  readonly context: CommandContext;
}

async function save(next: Lock, before: Lock, saving: Saving): Promise<ExitCode> {
  const { file, approved, context } = saving;
  const { terminal } = context;
  // A lock written meanwhile is not the one that was reviewed.
  const ifSame = (there: Lock = before): Lock | undefined =>
    formatLock(there) === formatLock(before) ? next : undefined;
  if (!(await changeLock(file, ifSame, context))) {
    terminal.err(`${printable(file)} was changed meanwhile, so nothing was written. Look again.`);
    return 2;
  }
  terminal.err(
    `Wrote ${printable(file)}: ${count(approved, "tool")} approved. Restart a gateway that runs.`,
  );
  return 0;
}
