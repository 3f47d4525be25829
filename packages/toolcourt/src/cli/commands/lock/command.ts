import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import {
  approveItems,
  type ItemDifference,
} from "@toolcourt/contracts/internal/lock/compare-items";
import type { LockDifference } from "@toolcourt/contracts/internal/lock/compare-lock";
import { approveDifferences } from "@toolcourt/contracts/internal/lock/compare-lock";
import { type Lock, withLocked, withNames } from "@toolcourt/contracts/internal/lock/lock";
import { type LockedItem, withItems } from "@toolcourt/contracts/internal/lock/locked-items";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import {
  type CommandContext,
  configFlag,
  defineCommand,
  jsonFlag,
  switchFlag,
  textFlag,
  usage,
  type Values,
} from "../../command.ts";
import { readLine } from "../../read-line.ts";
import { count } from "../../style.ts";
import { admissibleIn, admitInStore, followedWithin, withdraw } from "./admit.ts";
import { countsOf, digestOfItem, nounOf } from "./items.ts";
import { explainDifferences, lockBeside, lookAtLock, type SeenLock } from "./look-at-lock.ts";
import { save } from "./save.ts";
import { digestOf, lockJson, lockText } from "./text.ts";

const flags = {
  config: configFlag,
  approve: switchFlag("Write the differences into the lock, for all tools or the named ones"),
  digest: textFlag("digest", "Approve the named tool only if its contract has this digest"),
  withdraw: switchFlag("Withdraw the admissions of the named tools from the store"),
  note: textFlag("text", "Record this reason with the admissions or withdrawals"),
  check: switchFlag("Change nothing and ask nothing; exit 1 if anything differs"),
  json: jsonFlag,
};

export const command = defineCommand({
  flags,
  notes: [
    "Connects to the configured servers. Name a tool as server/tool, or by its own name.",
    "Prompts, resource templates and views are compared and named likewise.",
    "At a terminal it asks before it writes. Entries of an unreachable server stay in the lock.",
    "A name that another tool owns changes hands only if you name the tool that takes it.",
    `An approval of a changed tool is also admitted in the store: gateways follow within ${followedWithin}.`,
    "New tools, prompts, templates and views wait for the next start of a gateway, and so does all without a store.",
    "Exit 0: no differences left. Exit 1: differences. Exit 2: could not compare or write, or there was nothing to compare.",
  ],

  async run({ values, positionals }, context) {
    const { terminal } = context;
    const { config, json } = values;
    refuseContradictions(values, positionals);
    if (values.withdraw) return withdraw(positionals, values, context);
    const seen = await lookAtLock(config, context);
    const chosen = chosenOf(seen, positionals);
    refuseOther(chosen, values.digest);
    const explained = await explainDifferences(chosen.tools, context);
    const isWhole = positionals.length === 0;
    const { comparison, leftOut, lock } = seen;
    const idle = whyIdle(seen);
    const { unsafe } = seen;
    const report = { comparison, leftOut, explained, items: chosen.items, unsafe, isWhole, idle };
    terminal.out(json ? lockJson(report) : lockText(report, terminal));
    if (isEmpty(seen, chosen, positionals)) return isUncertain(values, seen) ? 2 : 0;
    if (!(await isApproved(values, context))) return 1;

    const admissible = admissibleIn(chosen.tools, lock);
    return save(nextLock(seen, chosen, { ...context, isWhole }), lock, {
      file: lockBeside(config),
      approved: approvedText(chosen, isWhole),
      areAllAdmissible: admissible.length === countOf(chosen, seen, isWhole),
      admit: () => admitInStore(admissible, values, context),
      context,
    });
  },
});

function refuseContradictions(values: Values<typeof flags>, names: readonly string[]): void {
  const { approve, check, note } = values;
  if (values.withdraw) refuseBeside(values, names);
  if (note !== undefined && check) throw usage("Give --note without --check.");
  if (approve && check) throw usage("Give either --approve or --check.");
  if (names.includes("")) throw usage("Name a tool.");
  refuseDigest(values, names);
}

function refuseDigest(
  { approve, withdraw: withdraws, digest }: Values<typeof flags>,
  names: readonly string[],
): void {
  if (digest === undefined || (names.length === 1 && (approve || withdraws))) return;
  throw usage("Give --digest with --approve or --withdraw and one tool.");
}

function refuseBeside(
  { approve, check, json }: Values<typeof flags>,
  names: readonly string[],
): void {
  if (approve || check || json) {
    throw usage("Give --withdraw without --approve, --check and --json.");
  }
  if (names.length === 0) throw usage("Name the tool whose admission ends.");
}

/** The differences that the command is about. */
interface Chosen {
  readonly tools: readonly LockDifference[];
  readonly items: readonly ItemDifference[];
}

/** Refuses a digest other than the current one: only the reviewed contract can be approved. */
function refuseOther({ tools, items }: Chosen, digest: string | undefined): void {
  const digests = [...tools.map(digestOf), ...items.map(digestOfItem)];
  if (digest === undefined || digests.includes(digest)) return;
  throw usage("The tool does not have the contract with that digest. Look at it again.");
}

function chosenOf(seen: SeenLock, names: readonly string[]): Chosen {
  const all = { tools: seen.comparison.differences, items: seen.items };
  if (names.length === 0) return all;
  const found = names.map((name) => matching(name, all));
  return {
    tools: [...new Set(found.flatMap(({ tools }) => tools))],
    items: [...new Set(found.flatMap(({ items }) => items))],
  };
}

function matching(name: string, { tools, items }: Chosen): Chosen {
  const whole: Chosen = {
    tools: tools.filter(({ server, tool }) =>
      [`${server}/${tool}`, `${server}__${tool}`].includes(name),
    ),
    items: items.filter((each) =>
      [`${each.server}/${each.name}`, nameWithKind(each)].includes(name),
    ),
  };
  const found =
    sizeOf(whole) > 0
      ? whole
      : {
          tools: tools.filter(({ tool }) => tool === name),
          items: items.filter((each) => each.name === name),
        };
  const shown = printable(cut(name));
  if (sizeOf(found) === 0) throw usage(`No tool called ${shown} differs from the lock.`);
  if (sizeOf(found) === 1) return found;
  throw usage(
    found.items.length === 0
      ? `Several servers have a tool ${shown}: name it as server/tool.`
      : `Several things are called ${shown}: name it as server/tool, prompt:server/name, template:server/name or view:server/name.`,
  );
}

function nameWithKind({ server, list, name }: ItemDifference): string {
  return `${nounOf(list)}:${server}/${name}`;
}

function sizeOf({ tools, items }: Chosen): number {
  return tools.length + items.length;
}

/** Counts what is approved, with the servers that are recorded. */
function countOf(chosen: Chosen, { comparison }: SeenLock, isWhole: boolean): number {
  return sizeOf(chosen) + (isWhole ? comparison.newServers.length : 0);
}

function isEmpty({ comparison }: SeenLock, chosen: Chosen, names: readonly string[]): boolean {
  const isWhole = names.length === 0;
  const { tools, items } = isWhole ? { ...chosen, items: chosen.items.filter(isFree) } : chosen;
  return sizeOf({ tools, items }) === 0 && !(isWhole && comparison.newServers.length > 0);
}

/** Approving everything must not hand a name over in passing. */
function isFree({ kind }: ItemDifference): boolean {
  return kind !== "takes-name";
}

/** Reports whether too little was seen: an unreachable server cannot count as unchanged. */
function isUncertain({ check }: Values<typeof flags>, seen: SeenLock): boolean {
  return (check && seen.comparison.unreached.length > 0) || whyIdle(seen) !== undefined;
}

/** Returns why there was nothing to compare, which must not look like a comparison without result. */
function whyIdle({ servers, compared, comparison }: SeenLock): string | undefined {
  if (servers === 0) {
    return "Nothing was judged: the configuration names no server. Next: toolcourt init --help";
  }
  // Approving a server without tools is a difference of its own.
  if (compared > 0 || comparison.newServers.length + comparison.unreached.length > 0)
    return undefined;
  return "Nothing was judged: no server lists a tool, and the lock has none. Next: toolcourt servers";
}

async function isApproved(
  { approve, check, json }: Values<typeof flags>,
  context: CommandContext,
): Promise<boolean> {
  return approve || check || json ? approve : confirms(context);
}

/** Asks for approval, but only at a terminal. */
async function confirms(context: CommandContext): Promise<boolean> {
  if (context.askSecret === undefined) return false;
  context.terminal.err("Approve this, and write it into the lock? [y/N]");
  return /^y(es)?$/i.test(await readLine(context));
}

function nextLock(
  { lock: before, comparison, names, answered }: SeenLock,
  chosen: Chosen,
  { isWhole, operator, clock }: CommandContext & { readonly isWhole: boolean },
): Lock {
  const approval = { by: operator, at: clock.now() };
  const wanted = isWhole ? chosen.tools.flatMap(withoutName) : chosen.tools;
  const tools = approveDifferences(withNames(before, names), wanted, approval);
  const items = isWhole ? chosen.items.filter(isFree) : chosen.items;
  const approved = approveItems(isWhole ? withLists(tools, answered) : tools, items, approval);
  const servers = isWhole ? comparison.newServers : [];
  // Records servers without tools too. Otherwise a frozen gateway would not start with them.
  return servers.reduce((made, server) => withLocked(made, server, new Map()), approved);
}

/** Records empty lists too: a frozen gateway holds what is new in a list that is locked. */
function withLists(lock: Lock, answered: SeenLock["answered"]): Lock {
  const items = [...answered].reduce((made, [server, lists]) => {
    const empty = [...lists].map((list) => [list, new Map<string, LockedItem>()] as const);
    return withItems(made, server, Object.fromEntries(empty));
  }, lock.items);
  return { ...lock, items };
}

/** Approving everything must not hand a name over in passing. */
function withoutName(difference: LockDifference): readonly LockDifference[] {
  if (difference.kind === "takes-name") return [];
  return [difference.kind === "added" ? { ...difference, takes: undefined } : difference];
}

function approvedText({ tools, items }: Chosen, isWhole: boolean): string {
  const more = isWhole ? items.filter(isFree) : items;
  const ofTools = tools.length === 0 && more.length > 0 ? [] : [count(tools.length, "tool")];
  return [...ofTools, ...countsOf(more)].join(", ");
}
