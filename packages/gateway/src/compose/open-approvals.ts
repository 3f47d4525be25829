import { join } from "node:path";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Lock } from "@toolcourt/contracts/internal/lock/lock";
import { isJsonObject, own, parseJson } from "@toolcourt/sdk";
import type { Config } from "../config/config.ts";
import { Approvals, type Checks } from "../governance/approvals/approvals.ts";
import { readBinding } from "../governance/approvals/binding.ts";
import { createEntryOf } from "../governance/approvals/entries.ts";
import { noPolicy } from "../governance/approvals/proposal.ts";
import { type NoteFacts, noteOf } from "../governance/audit/call-entries.ts";
import { Subjects } from "../governance/audit/subjects.ts";
import type { StoredApproval } from "../stores/approval-store.ts";
import type { AuditEntry } from "../stores/audit-store.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { lockName, readLock } from "./change-lock.ts";
import { type LocalDeps, loadLocal } from "./load-local.ts";
import { namedFiles } from "./named-files.ts";
import { openOperatorStores } from "./operator-stores.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

/** The stored approvals of a gateway. */
export interface OpenedApprovals extends AsyncDisposable {
  readonly approvals: Approvals;
  /** `operator:` and the login name of the operator. */
  readonly operator: string;
  /** The description of the tool, if its contract is still the one that was asked about. */
  readonly descriptionOf: (approval: StoredApproval) => Promise<string | undefined>;
}

interface ApprovalsDeps extends Pick<Runtime, "clock" | "randomBytes"> {
  readonly stores: Pick<DurableStores, "approvals" | "audit">;
  readonly subjects: Pick<Subjects, "of">;
}

interface StoreNotes {
  readonly nameOf: (id: string, tenant: string | null) => Promise<string>;
  readonly noteOf: (note: Omit<NoteFacts, "moment"> & { readonly at: number }) => AuditEntry;
}

/** Names persons and builds notes for entries that a store writes with its changes. */
export function notesOf({
  subjects,
  clock,
}: Pick<ApprovalsDeps, "subjects" | "clock">): StoreNotes {
  return {
    nameOf: async (id, tenant) => (await subjects.of(principalOf(id, tenant))).id,
    noteOf: ({ at, ...note }) => noteOf({ ...note, moment: { at, monotonic: clock.monotonic() } }),
  };
}

export async function openApprovals(
  file: string | undefined,
  runtime: ProcessRuntime,
): Promise<OpenedApprovals> {
  const room = await openOperatorStores(file, runtime, { mayBeMade: false });
  const { config, stores, home } = room;
  const { clock, newId, randomBytes, operator } = runtime;
  const subjects = new Subjects({ personal: stores.personal, clock, newId });
  const lock = await readLock(join(home, lockName), runtime);
  const approvals = approvalsOver(
    { stores, subjects, clock, randomBytes },
    {
      // Nothing runs here. The gateway checks an approval again when a call consumes it.
      contractOf: () => undefined,
      policyVersion: () => noPolicy,
      mayCall: () => false,
      // Access to the store on this machine makes the user an operator.
      mayApprove: () => true,
    },
  );
  // Only descriptions are shown, to the operator. So no server and no connection is asked for files.
  const named = namedFiles(config, { sources: [], certificates: undefined }, home);
  const files = async (): Promise<typeof named> => named;
  return {
    approvals,
    operator,
    descriptionOf: async (approval) =>
      lockedDescription(lock, approval) ??
      (await localDescription(config, approval, { ...runtime, configured: home, files })),
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

/** The description at the time of admission. Local tools are in no lock. */
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

/** The description of a local tool whose contract is the one that was asked about. */
async function localDescription(
  { toolbox }: Config,
  approval: StoredApproval,
  runtime: Omit<LocalDeps, "stack">,
): Promise<string | undefined> {
  const binding = readBinding(approval)?.binding;
  if (binding?.connection !== "local") return undefined;
  await using stack = new AsyncDisposableStack();
  const tools = await loadLocal(toolbox, { ...runtime, stack });
  const found = tools.find(({ contract }) => contract.digest === binding.contract_hash);
  return found?.contract.description;
}

/** Creates approvals whose changes reach the audit log in the same transaction. */
export function approvalsOver(parts: ApprovalsDeps, checks: Checks): Approvals {
  const { stores, clock, randomBytes } = parts;
  const entryOf = createEntryOf(notesOf(parts));
  const { approvals: store, audit } = stores;
  return new Approvals({ store, audit, clock, randomBytes, entryOf, checks });
}

/** Builds the principal. The local user and operators have kinds of their own. */
export function principalOf(id: string, tenant: string | null): Parameters<Subjects["of"]>[0] {
  const kind = id === "local" || id.startsWith("operator:") ? "local" : "user";
  return { id, kind, ...(tenant === null ? {} : { tenant }) };
}
