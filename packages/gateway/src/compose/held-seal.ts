import { hash } from "node:crypto";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { AuthorityConfig } from "../config/config.ts";
import { openKeyFile } from "../governance/audit/key-file.ts";
import { parseVerifier, type Signer } from "../governance/audit/note.ts";
import type { HeldSeal } from "../stores/held-stores.ts";
import { within } from "./open-durable-stores.ts";
import { orStoreUnusable } from "./store-unusable.ts";

export interface HeldSealDeps extends Pick<Runtime, "newId"> {
  /** Base of relative paths. */
  readonly folder: string;
}

/**
 * Seals rows of another database with the key of the audit log: all gateways of one log share it,
 * and it lies in no store. Read with the first row that owes an entry.
 */
export function createHeldSeal(
  { key }: Pick<AuthorityConfig["audit"], "key">,
  { folder, newId }: HeldSealDeps,
): HeldSeal {
  let known: Signer | undefined;
  const signer = async (): Promise<Signer> => {
    const path = within(folder, key);
    const opening = openKeyFile({ path, newName: () => `toolcourt-${newId()}` });
    const place = `${key} (audit.key)`;
    known ??= (await orStoreUnusable(opening, noKey, place)).signer;
    return known;
  };
  return {
    seal: async (text) => (await signer()).sign(statementOf(text)),
    isSealed: async (text, seal) => {
      const verifier = parseVerifier((await signer()).publicKey);
      return verifier?.open(seal) === statementOf(text);
    },
  };
}

const noKey = "The key of the audit log cannot be read or made.";

/** Two lines: no checkpoint of the log has this form, so a seal cannot be taken for one. */
function statementOf(text: string): string {
  return `A row that owes its audit entry\n${hash("sha256", text, "hex")}\n`;
}
