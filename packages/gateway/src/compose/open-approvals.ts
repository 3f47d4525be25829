import { join } from "node:path";
import { isJsonObject, own, parseJson } from "@toolcourt/sdk";
import type { Config } from "../config/config.ts";
import type { Lock } from "../contracts/lock/lock.ts";
import type { Approvals } from "../governance/approvals/approvals.ts";
import { noPolicy } from "../governance/approvals/proposal-of.ts";
import { readBinding } from "../governance/approvals/read-binding.ts";
import { createSubjects } from "../governance/audit/subjects.ts";
import type { StoredApproval } from "../stores/approval-store.ts";
import { approvalsOver } from "./approvals-over.ts";
import { openStoreRoom } from "./beside-gateway.ts";
import { loadLocal } from "./load-local.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import { lockName, readLock } from "./read-lock.ts";

/** The approvals of a gateway, and who sits at its machine. */
export interface OpenedApprovals extends AsyncDisposable {
  readonly approvals: Approvals;
  /** `operator:` and the name that the machine knows them by. */
  readonly operator: string;
  /** What the contract says of the tool, where that is still the one that was asked about. */
  readonly descriptionOf: (approval: StoredApproval) => Promise<string | undefined>;
}

export async function openApprovals(
  file: string | undefined,
  surroundings: ProcessRuntime,
): Promise<OpenedApprovals> {
  const room = await openStoreRoom(file, surroundings, { mayBeMade: false });
  const { config, stores, home } = room;
  const { clock, newId, randomBytes, operator } = surroundings;
  const subjects = createSubjects({ personal: stores.personal, clock, newId });
  const lock = await readLock(join(home, lockName), surroundings);
  const approvals = approvalsOver(
    { stores, subjects, clock, randomBytes },
    {
      // Nothing runs here: what a yes is worth is looked at when it is used.
      contractOf: () => undefined,
      policyVersion: () => noPolicy,
      mayCall: () => false,
      // Whoever may open the store on this machine is an operator.
      mayApprove: () => true,
    },
  );
  return {
    approvals,
    operator,
    descriptionOf: async (approval) =>
      lockedDescription(lock, approval) ?? (await localDescription(config, approval, surroundings)),
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

/** What the tool said of itself when it was approved. Our own tools are in no lock. */
function lockedDescription(
  lock: Lock | undefined,
  { binding, tool }: StoredApproval,
): string | undefined {
  const bound = parseJson(binding);
  const server = isJsonObject(bound) ? own(bound, "connection") : undefined;
  if (typeof server !== "string") return undefined;
  const name = tool.startsWith(`${server}__`) ? tool.slice(server.length + 2) : tool;
  const locked = lock?.servers.get(server)?.get(name);
  const description = locked && own(locked.contract, "description");
  return typeof description === "string" ? description : undefined;
}

/** What a tool of ours says of itself, where its contract is the one that was asked about. */
async function localDescription(
  { toolbox }: Config,
  approval: StoredApproval,
  surroundings: ProcessRuntime,
): Promise<string | undefined> {
  const binding = readBinding(approval)?.binding;
  if (binding?.connection !== "local") return undefined;
  const tools = await loadLocal(toolbox.local, surroundings);
  const found = tools.find(({ contract }) => contract.digest === binding.contract_hash);
  return found?.contract.description;
}
