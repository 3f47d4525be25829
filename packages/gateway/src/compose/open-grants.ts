import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { RegisteredTool, Snapshot } from "../catalog/snapshot.ts";
import { Subjects } from "../governance/audit/subjects.ts";
import { createGrantEntryOf, type GrantEntryOf } from "../governance/grants/entries.ts";
import { type GrantChecks, Grants } from "../governance/grants/grants.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import type { StoredGrant } from "../stores/grant-store.ts";
import { StoreError } from "../stores/store-error.ts";
import { notesOf } from "./open-approvals.ts";
import { openDurableStores } from "./open-durable-stores.ts";
import { openOperatorStores } from "./operator-stores.ts";
import type { ProcessRuntime } from "./process-runtime.ts";
import { isThere } from "./set-drafts.ts";

/** The stored grants of a gateway. */
export interface OpenedGrants extends AsyncDisposable {
  readonly grants: Grants;
  /** `operator:` and the login name of the operator. */
  readonly operator: string;
}

interface GrantParts extends Pick<Runtime, "clock" | "randomBytes"> {
  readonly stores: Pick<DurableStores, "grants">;
  readonly subjects: Pick<Subjects, "of">;
}

/**
 * Opens the grants for an operator. `tools` are those that a new grant may cover. Default: none, for
 * commands that give none.
 */
export async function openGrants(
  file: string | undefined,
  runtime: ProcessRuntime,
  tools: Snapshot["tools"] = new Map(),
): Promise<OpenedGrants> {
  const { stores } = await openOperatorStores(file, runtime, { mayBeMade: false });
  const { clock, newId, randomBytes, operator } = runtime;
  const subjects = new Subjects({ personal: stores.personal, clock, newId });
  const grants = grantsOver(
    { stores, subjects, clock, randomBytes },
    {
      tools: () => tools,
      // Nothing runs here. The gateway checks a grant again at each use.
      mayCall: () => false,
      // Access to the store on this machine makes the user an operator.
      mayGive: () => true,
    },
  );
  return { grants, operator, [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose]() };
}

/** Creates grants whose changes reach the audit log in the same transaction. */
export function grantsOver(parts: GrantParts, checks: GrantChecks): Grants {
  const { stores, clock, randomBytes } = parts;
  const entryOf = grantEntries(parts);
  return new Grants({ store: stores.grants, clock, randomBytes, entryOf, checks });
}

export function grantEntries(parts: Pick<GrantParts, "subjects" | "clock">): GrantEntryOf {
  return createGrantEntryOf(notesOf(parts));
}

/** The most grants that are read. An explanation of more would help little. */
const maxRead = 1_000;

/**
 * Reads the active grants for a tool that needs approval, for a command that only looks. None if the
 * store is not there or cannot be used: `grants list` is about that.
 */
export async function readGrantsFor(
  { publicName, contract: { server }, settings }: RegisteredTool,
  { url, clock, folder }: GrantsPlace,
): Promise<readonly StoredGrant[]> {
  try {
    if (settings.approval === "none" || !(await isThere(url, { folder }))) return [];
    await using stores = await openDurableStores(url, { clock, folder });
    const active = await stores.grants.list({ state: "active", server, max: maxRead });
    const now = clock.now();
    return active.filter(
      ({ expiresAt, tools }) => expiresAt > now && Object.hasOwn(tools, publicName),
    );
  } catch (error) {
    if (isRefusal(error) || error instanceof StoreError) return [];
    throw error;
  }
}

interface GrantsPlace extends Pick<Runtime, "clock"> {
  /** The address of the store. */
  readonly url: string;
  /** Folder of the configuration. */
  readonly folder: string;
}
