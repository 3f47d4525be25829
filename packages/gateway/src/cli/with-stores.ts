import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { isJsonObject, own, parseJson } from "@toolcourt/sdk";
import { approvalsOver } from "../compose/approvals-over.ts";
import { draftSetsOf } from "../compose/draft-sets.ts";
import { draftsOver } from "../compose/drafts-over.ts";
import { longestCallMs } from "../compose/longest-call.ts";
import { openCopiedStores } from "../compose/open-copied-stores.ts";
import { storePlace, within } from "../compose/open-durable-stores.ts";
import { noAuditKey, usable } from "../compose/usable.ts";
import type { Config } from "../config/config.ts";
import { loadConfig } from "../config/load.ts";
import type { Lock } from "../contracts/lock/lock.ts";
import { Refusal } from "../foundation/errors/refusal.ts";
import { noPolicy } from "../governance/approvals/proposal-of.ts";
import { readBinding } from "../governance/approvals/read-binding.ts";
import { noteOf } from "../governance/audit/call-entries.ts";
import { momentOf } from "../governance/audit/call-trail.ts";
import { edgeBeside } from "../governance/audit/edge-file.ts";
import { readSigner } from "../governance/audit/key-file.ts";
import { createSubjects } from "../governance/audit/subjects.ts";
import type { StoredApproval } from "../stores/approval-store.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { patientDeadlineMs } from "../stores/store-deadline.ts";
import type { OpenAudit } from "./asked-audit.ts";
import type { Surroundings } from "./command.ts";
import type { OpenApprovals } from "./commands/approvals.ts";
import type { OpenDrafts } from "./commands/drafts.ts";
import type { OpenResults } from "./commands/results.ts";
import { type ConfigPlace, findConfig } from "./find-config.ts";
import { loadLocal } from "./load-local.ts";
import { codeOf } from "./read-file.ts";
import { lockName, readLock } from "./read-lock.ts";
import type { OpenPolicies } from "./stored-policies.ts";

interface StoreRoom {
  readonly config: Config;
  readonly stores: DurableStores;
  /** Where the configuration lies, and everything that it names by a relative path. */
  readonly home: string;
}

/** Opens the stores of a gateway beside it, whether it runs or not. */
export async function openStoreRoom(
  file: string | undefined,
  surroundings: ConfigPlace & Pick<Surroundings, "clock">,
  { mayBeMade = true } = {},
): Promise<StoreRoom> {
  const { text, source } = await findConfig(file, surroundings);
  const config = loadConfig(text, source);
  const home = resolve(surroundings.folder, file === undefined ? "." : dirname(file));
  const { clock, signal } = surroundings;
  const { authority } = config;
  if (authority.stores.url === "memory:") {
    throw new Refusal("store-unusable", { because: inMemory });
  }
  if (!mayBeMade) await assertThere(authority.stores.url, home);
  // Only a person waits here, and would rather wait for a slow disk than ask again.
  const place = { clock, folder: home, deadlineMs: patientDeadlineMs };
  return { config, home, stores: await unlessStopped(openCopiedStores(authority, place), signal) };
}

/** A store that is locked is waited for so long that somebody may not want to. */
async function unlessStopped<T extends AsyncDisposable>(
  opening: Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  const stopped = Promise.withResolvers<never>();
  const stop = (): void => {
    stopped.reject(signal.reason);
    // Nobody has what is opened after all.
    opening.then(
      (opened) => opened[Symbol.asyncDispose](),
      () => undefined,
    );
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([opening, stopped.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** A store that is made on the spot would show nothing to whoever stands in the wrong folder. */
async function assertThere(url: string, home: string): Promise<void> {
  if (!url.startsWith("sqlite:")) return;
  const found = await stat(within(home, url.slice("sqlite:".length))).catch(codeOf);
  if (found !== "ENOENT" && found !== "ENOTDIR") return;
  const because = `There is no store: a gateway makes it when it is first started. It would be ${storePlace(url)}.`;
  throw new Refusal("store-unusable", { because });
}

const inMemory = "The store is in the memory of a gateway, where nobody else can look.";

export const openAudit: OpenAudit = async (file, surroundings) => {
  const room = await openStoreRoom(file, surroundings, { mayBeMade: false });
  const { config, stores, home } = room;
  const { clock, newId } = surroundings;
  const key = within(home, config.authority.audit.key);
  return {
    store: stores.audit,
    subjects: createSubjects({ personal: stores.personal, clock, newId }),
    signer: () => usable(readSigner(key), noAuditKey, `${config.authority.audit.key} (audit.key)`),
    edgeOf: (signer) => edgeBeside(key, signer).load(),
    longestCallMs: longestCallMs(config.toolbox),
    operator: surroundings.operator,
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
};

export const openApprovals: OpenApprovals = async (file, surroundings) => {
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
};

export const openPolicies: OpenPolicies = async (file, surroundings) => {
  const { config, stores } = await openStoreRoom(file, surroundings);
  return {
    policies: stores.policies,
    operator: surroundings.operator,
    isUsed: config.authority.policy?.from === "store",
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
};

export const openDrafts: OpenDrafts = async (file, surroundings) => {
  const { config, stores } = await openStoreRoom(file, surroundings);
  const { clock, newId, operator } = surroundings;
  const subjects = createSubjects({ personal: stores.personal, clock, newId });
  const sets = draftSetsOf(config);
  return {
    drafts: draftsOver({ store: stores.drafts, subjects, clock, profilesOf: sets.profilesOf }),
    operator,
    isUsed: sets.isUsed,
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
};

export const openResults: OpenResults = async (file, surroundings) => {
  const { stores } = await openStoreRoom(file, surroundings, { mayBeMade: false });
  const { clock, operator } = surroundings;
  return {
    results: stores.results,
    shown: async (callId) => {
      const moment = momentOf(clock);
      const note = noteOf({ kind: "result.shown", moment, callId, about: { operator } });
      await stores.audit.append([note], "on-disk");
    },
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
};

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
  surroundings: Surroundings,
): Promise<string | undefined> {
  const binding = readBinding(approval)?.binding;
  if (binding?.connection !== "local") return undefined;
  const tools = await loadLocal(toolbox.local, surroundings);
  const found = tools.find(({ contract }) => contract.digest === binding.contract_hash);
  return found?.contract.description;
}
