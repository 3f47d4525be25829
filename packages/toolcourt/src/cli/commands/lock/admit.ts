import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import type { LockDifference } from "@toolcourt/contracts/internal/lock/compare-lock";
import type { Lock } from "@toolcourt/contracts/internal/lock/lock";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Admissible } from "@toolcourt/gateway/internal/catalog/admission-desk";
import type { OpenedAdmissions } from "@toolcourt/gateway/internal/compose/open-admissions";
import type { StoredAdmission } from "@toolcourt/gateway/internal/stores/admission-store";
import { type CommandContext, type ExitCode, usage } from "../../command.ts";
import { count } from "../../style.ts";
import { digestOf } from "./text.ts";

/** Running gateways poll the store every two seconds. */
export const followedWithin = "3 seconds";

interface Deciding {
  readonly config: string | undefined;
  readonly note: string | undefined;
}

/** What became of the approvals in the store. */
export type InStore =
  | { readonly kind: "admitted" }
  /** There was nothing that a running gateway could take over. */
  | { readonly kind: "nothing" }
  | { readonly kind: "failed"; readonly because: string };

/** Returns the contracts that running gateways hold and an admission releases. */
export function admissibleIn(
  differences: readonly LockDifference[],
  { servers }: Lock,
): readonly Admissible[] {
  return differences.flatMap((each) => {
    const { server, tool, kind } = each;
    const lockedAt = servers.get(server)?.get(tool)?.approvedAt;
    const digest = digestOf(each);
    // A new tool has no lock entry to stand over, and waits for the next start.
    if (lockedAt === undefined || digest === undefined || kind === "takes-name") return [];
    return [{ server, tool, digest, lockedAt }];
  });
}

/** Admits exactly the contracts that were shown, in the store of the gateways. */
export async function admitInStore(
  admissible: readonly Admissible[],
  { config, note }: Deciding,
  context: CommandContext,
): Promise<InStore> {
  if (admissible.length === 0) return { kind: "nothing" };
  try {
    await using opened = await open(config, context);
    for (const each of admissible) {
      const by = { by: opened.operator, tenant: null, note };
      const outcome = await opened.desk.admit(each, by);
      if (outcome === "admitted") continue;
      const name = `${printable(each.server)}/${printable(each.tool)}`;
      return { kind: "failed", because: `Another decision about ${name} was made meanwhile.` };
    }
    return { kind: "admitted" };
  } catch (error) {
    if (!hasCode(error, "store-unusable")) throw error;
    return { kind: "failed", because: error.details.because };
  }
}

/** Withdraws the admissions of the named tools. Connects to no server. */
export async function withdraw(
  names: readonly string[],
  { config, note, digest }: Deciding & { readonly digest: string | undefined },
  context: CommandContext,
): Promise<ExitCode> {
  await using opened = await open(config, context);
  const { desk, operator: by } = opened;
  const admitted = (await desk.newest()).filter(({ state }) => state === "admitted");
  const wanted = names.map((name) => named(name, admitted));
  for (const { server, tool } of wanted) {
    const outcome = await desk.withdraw({ server, tool, digest }, { by, tenant: null, note });
    const name = `${printable(server)}/${printable(tool)}`;
    if (outcome === "differs") {
      throw usage(`The admission of ${name} has another digest. Look at it again.`);
    }
    if (outcome !== "withdrawn") {
      context.terminal.err(`Another decision about ${name} was made meanwhile. Look again.`);
      return 2;
    }
  }
  context.terminal.err(
    `Withdrew ${count(wanted.length, "admission")}. Running gateways hold the tool within ${followedWithin}.`,
  );
  return 0;
}

function named(name: string, admitted: readonly StoredAdmission[]): StoredAdmission {
  const whole = admitted.filter(({ server, tool }) => `${server}/${tool}` === name);
  const found = whole.length > 0 ? whole : admitted.filter(({ tool }) => tool === name);
  const shown = printable(cut(name));
  const [only, another] = found;
  if (only === undefined) throw usage(`The store admits no tool called ${shown}.`);
  if (another === undefined) return only;
  throw usage(`Several servers have a tool ${shown}: name it as server/tool.`);
}

/** Loaded lazily: a comparison opens no store. */
async function open(
  config: string | undefined,
  context: CommandContext,
): Promise<OpenedAdmissions> {
  const { openAdmissions } = await import("@toolcourt/gateway/internal/compose/open-admissions");
  return openAdmissions(config, context);
}
