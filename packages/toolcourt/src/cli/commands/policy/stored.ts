import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { OpenedPolicies } from "@toolcourt/gateway/internal/compose/operator-stores";
import { noteOf } from "@toolcourt/gateway/internal/governance/audit/call-entries";
import { momentOf } from "@toolcourt/gateway/internal/governance/audit/call-trail";
import type { Policy } from "@toolcourt/gateway/internal/governance/policy/policy";
import type {
  PolicyChange,
  PolicyPut,
  PolicyStore,
} from "@toolcourt/gateway/internal/stores/policy-store";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import { type CommandContext, type ExitCode, usage } from "../../command.ts";
import { count, timeText } from "../../style.ts";

/** The input of an action that only reads the store. */
interface ReadingInput {
  readonly values: { readonly json: boolean };
  /** The version, or a prefix. Default: empty, for the newest. */
  readonly what: string;
  readonly opened: OpenedPolicies;
  readonly context: CommandContext;
}

export interface Putting {
  readonly policy: Policy;
  readonly text: string;
  /** The version, or a prefix, that the author believes to be the newest. */
  readonly expect: string | undefined;
  readonly json: boolean;
}

/** Makes a policy the newest, unless the newest differs from the expected one. */
export async function putPolicy(
  putting: Putting,
  opened: OpenedPolicies,
  context: CommandContext,
): Promise<ExitCode> {
  if (!opened.isUsed) {
    context.terminal.err("The configuration does not take its policy from the store.");
  }
  const newest = await opened.policies.newest().catch(orDamaged);
  return newest === "damaged"
    ? replaceDamaged(putting, opened, context)
    : replaceNewest(newest, { putting, opened, context });
}

interface PutInput {
  readonly putting: Putting;
  readonly opened: OpenedPolicies;
  readonly context: CommandContext;
}

async function replaceNewest(
  newest: PolicyPut | undefined,
  { putting, opened, context }: PutInput,
): Promise<ExitCode> {
  const { policy, text, expect, json } = putting;
  const { version, statements } = policy;
  const { policies, operator: by } = opened;
  const { terminal, clock } = context;
  const print = (sentence: string): void => {
    terminal.out(json ? printableJson({ version, replaces: newest?.version }) : sentence);
  };
  if (newest?.version === version) {
    print(`Nothing to do: ${version} is the newest already.`);
    return 0;
  }
  const obstacle = obstacleTo(expect, newest);
  if (obstacle !== undefined) {
    terminal.err(`Nothing was put: ${obstacle}`);
    return 1;
  }
  const moment = momentOf(clock);
  const change = changeOf({ version, by, moment }, newest);
  const result = await policies.put({ version, text, by, at: moment.at }, change);
  if (result === "overtaken") {
    terminal.err("Nothing was put: another policy was put at the same moment.");
    return 1;
  }
  const instead = newest === undefined ? "the first" : `in the place of ${newest.version}`;
  print(`Put ${version} with ${count(statements.length, "statement")}, ${instead}.`);
  return 0;
}

function orDamaged(error: unknown): "damaged" {
  if (error instanceof StoreError && error.kind === "corrupt") return "damaged";
  throw error;
}

const noSuchLast =
  "the newest policy of the store is damaged. Give --expect the whole version of the last one before it. `policy.put` in the audit log names it.";

/** Replaces a newest policy that cannot be read. The store compares the last one before it. */
async function replaceDamaged(
  { policy: { version }, text, expect, json }: Putting,
  { policies, operator: by }: OpenedPolicies,
  { terminal, clock }: CommandContext,
): Promise<ExitCode> {
  const last = expect === undefined ? undefined : { version: versionIn(expect) };
  const moment = momentOf(clock);
  const change = changeOf({ version, by, moment }, last);
  const result = await policies.put({ version, text, by, at: moment.at }, change);
  if (result === "overtaken") {
    terminal.err(`Nothing was put: ${noSuchLast}`);
    return 1;
  }
  const sentence = `Put ${version} in the place of a damaged one.`;
  terminal.out(json ? printableJson({ version, replaces: last?.version }) : sentence);
  return 0;
}

interface Put {
  readonly version: string;
  readonly by: string;
  readonly moment: ReturnType<typeof momentOf>;
}

/** Builds the audit entry: who replaced which version. The store keeps the text. */
function changeOf(
  { version, by, moment }: Put,
  newest: Pick<PolicyPut, "version"> | undefined,
): PolicyChange {
  const replaces = newest?.version;
  const about = { operator: by, version, ...(replaces === undefined ? {} : { replaces }) };
  return { replaces, entry: noteOf({ kind: "policy.put", moment, about }) };
}

/** Returns the conflict, if any. Prevents two authors from overwriting each other unseen. */
function obstacleTo(expect: string | undefined, newest: PolicyPut | undefined): string | undefined {
  if (newest === undefined) {
    return expect === undefined ? undefined : "the store holds no policy yet. Leave out --expect.";
  }
  if (expect !== undefined && isOf(newest, expect)) return undefined;
  const line = lineOf(newest);
  return expect === undefined
    ? `give --expect the version that it replaces. The newest is\n${line}`
    : `another version is the newest now. It is\n${line}`;
}

function isOf({ version }: PolicyPut, expect: string): boolean {
  return version.startsWith(versionIn(expect));
}

/** Returns a version, or a prefix, as the store has it. */
function versionIn(given: string): string {
  return given.startsWith("sha256:") ? given : `sha256:${given}`;
}

/** Limit of listed versions. */
const maxListed = 1_000;

/** Prints a stored policy unchanged. */
export async function showPolicy(input: ReadingInput): Promise<ExitCode> {
  const { values, what: version, opened, context } = input;
  const { policies } = opened;
  const meant =
    version === ""
      ? await policies.newest()
      : await policies.find(await wholeVersion(version, policies));
  if (meant === undefined) {
    context.terminal.err(
      "The store holds no policy yet: put one there with `toolcourt policy put`.",
    );
    return 1;
  }
  // The terminal adds the final line feed, so the output matches the version's digest.
  context.terminal.out(values.json ? printableJson(meant) : meant.text.replace(/\n$/, ""));
  return 0;
}

/** Completes a unique prefix. */
async function wholeVersion(begun: string, { list }: PolicyStore): Promise<string> {
  const all = await list(maxListed);
  const found = new Set(all.filter((each) => isOf(each, begun)).map(({ version }) => version));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const shown = printable(cut(begun));
  if (only === undefined) throw usage(`There is no policy with the version ${shown}.`);
  throw usage(`Several policies have a version that begins with ${shown}.`);
}

export async function showVersions(input: ReadingInput): Promise<ExitCode> {
  const all = await input.opened.policies.list(maxListed);
  const text = all.length === 0 ? "No policies." : all.map(lineOf).join("\n");
  input.context.terminal.out(input.values.json ? printableJson(all) : text);
  return 0;
}

function lineOf({ version, by, at }: PolicyPut): string {
  return `${version}  ${timeText(at)}  ${printable(by)}`;
}
