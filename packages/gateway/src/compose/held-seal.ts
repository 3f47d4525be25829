import { hash } from "node:crypto";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { AuthorityConfig } from "../config/config.ts";
import { originOf } from "../governance/audit/checkpoint.ts";
import { readSigner } from "../governance/audit/key-file.ts";
import { parseVerifier, type Signer } from "../governance/audit/note.ts";
import type { AuditStore } from "../stores/audit-store.ts";
import type { HeldSeal } from "../stores/held-stores.ts";
import { within } from "./open-durable-stores.ts";
import { orStoreUnusable } from "./store-unusable.ts";

export interface HeldSealDeps {
  /** Base of relative paths. */
  readonly folder: string;
  /** The log that the key signs. */
  readonly audit: Pick<AuditStore, "checkpoints">;
}

/**
 * Seals rows of another database with the key of the audit log: all gateways of one log share it,
 * and it lies in no store. Read with the first row that owes an entry, and never created here: a key
 * of its own would seal rows that no gateway of the log accepts.
 */
export function createHeldSeal(
  { key }: Pick<AuthorityConfig["audit"], "key">,
  { folder, audit }: HeldSealDeps,
): HeldSeal {
  let known: Signer | undefined;
  const place = `${key} (audit.key)`;
  const signer = async (): Promise<Signer> => {
    if (known !== undefined) return known;
    const found = await orStoreUnusable(readSigner(within(folder, key)), noKey, place);
    const [first] = await audit.checkpoints(1);
    if (first !== undefined && originOf(first.note) !== found.name) {
      throw new Refusal("store-unusable", { because: `${foreignKey} It is ${place}.` });
    }
    // Before the first checkpoint another key may still become that of the log.
    if (first !== undefined) known = found;
    return found;
  };
  return {
    seal: async (text) => (await signer()).sign(statementOf(text)),
    isSealed: async (text, seal) => {
      const verifier = parseVerifier((await signer()).publicKey);
      return verifier?.open(seal) === statementOf(text);
    },
  };
}

const copyKey = "Copy it here from a gateway of this log: it seals the rows in Cosmos DB.";
const noKey = `The key of the audit log cannot be read. A gateway creates it at its first start. ${copyKey}`;
const foreignKey = `The key of the audit log is not the one that signs this log. ${copyKey}`;

/** Two lines: no checkpoint of the log has this form, so a seal cannot be taken for one. */
function statementOf(text: string): string {
  return `A row that owes its audit entry\n${hash("sha256", text, "hex")}\n`;
}
