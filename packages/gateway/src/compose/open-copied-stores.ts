import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { AuthoritySettings } from "../config/config.ts";
import { alsoCopied, type Copy } from "../governance/audit/also-copied.ts";
import { openFileLog } from "../governance/audit/file-log.ts";
import { asFileLogError } from "../governance/audit/file-log-error.ts";
import { readSigner } from "../governance/audit/key-file.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { openDurableStores, type StoresPlace, within } from "./open-durable-stores.ts";
import { noAuditKey, noCopyFile, usable } from "./usable.ts";

type AuditSettings = AuthoritySettings["audit"];

/**
 * Opens the stores of a gateway for a command next to it. Copies their audit rows as the gateway
 * does.
 */
export function openCopiedStores(
  { stores: { url }, audit }: Pick<AuthoritySettings, "stores" | "audit">,
  place: StoresPlace,
): Promise<DurableStores> {
  return openAll(async (stack) => {
    const stores = stack.use(await openDurableStores(url, place));
    const opening = openCopy(audit, place, stack);
    // If one place suffices, it is the store.
    const copy = await (audit.require === "any"
      ? opening.catch(() => undefined)
      : usable(
          opening,
          `${noCopyFile} A gateway makes it when it starts.`,
          `${audit.copy} (audit.copy)`,
        ));
    return copy === undefined ? { ...stores } : alsoCopied(stores, copy);
  });
}

/** A plain failure message would suggest that the change, such as an approval, was not made. */
const onlyInStore =
  "What was to be changed is changed, and the store has its entry; the copy of the audit log must have it too, and has not.";

async function openCopy(
  { copy, key, require }: AuditSettings,
  { clock, folder, deadlineMs }: StoresPlace,
  stack: AsyncDisposableStack,
): Promise<Copy | undefined> {
  if (copy === undefined) return undefined;
  const reading = readSigner(within(folder, key));
  const { name: origin } = await usable(reading, noAuditKey, `${key} (audit.key)`);
  const waits = deadlineMs === undefined ? {} : { timeoutMs: deadlineMs };
  // Recreating a removed copy would hide the removal from the gateway.
  const place = { path: within(folder, copy), mayBeMade: false };
  const file = stack.use(await openFileLog({ ...place, origin, clock, ...waits }));
  return async (entries) => {
    try {
      await file.append(entries, "on-disk");
    } catch (cause) {
      if (require === "any") return;
      const because = `${onlyInStore} ${asFileLogError(cause).message} It is ${copy} (audit.copy).`;
      throw new Refusal("store-unusable", { because }, { cause });
    }
  };
}
