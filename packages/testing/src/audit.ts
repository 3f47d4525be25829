import { link } from "@toolcourt/gateway/internal/governance/audit/chain";
import { Checkpoints } from "@toolcourt/gateway/internal/governance/audit/checkpoints";
import { exportLog } from "@toolcourt/gateway/internal/governance/audit/export-log";
import {
  keyTextOf,
  parseSigner,
  type Signer,
} from "@toolcourt/gateway/internal/governance/audit/note";
import type { AuditEntry } from "@toolcourt/gateway/internal/stores/audit-store";
import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { createFakeClock } from "./fake-clock.ts";

/** Builds a neutral audit entry. */
export function auditEntry(differences: Partial<AuditEntry> = {}): AuditEntry {
  return { body: '{"kind":"test.made"}', part: "note", at: 0, ...differences };
}

/** Returns a signer with the same key in every run. */
export function auditSigner(name = "toolcourt/test", seed = 7): Signer {
  const signer = parseSigner(keyTextOf(name, Buffer.alloc(32, seed)));
  if (signer === undefined) throw new TypeError("The key of the tests is no key.");
  return signer;
}

export interface FilledLog {
  readonly stores: DurableStores;
  readonly signer: Signer;
  /** Returns the lines of an export. */
  readonly lines: () => Promise<readonly string[]>;
}

/** Creates a log with a checkpoint after every `every` rows. */
export async function filledLog(rows: number, every: number): Promise<FilledLog> {
  const stores = openMemoryStores({ link });
  const signer = auditSigner();
  // Not closed: that would sign the last rows too. Only a fake clock waits for it.
  const checkpoints = new Checkpoints({ store: stores.audit, signer, clock: createFakeClock() });
  for (let row = 1; row <= rows; row += 1) {
    const body = JSON.stringify({ row, text: "é\n" });
    await stores.audit.append([auditEntry({ body })], "committed");
    if (row % every === 0) await checkpoints.sign();
  }
  return {
    stores,
    signer,
    lines: () => Array.fromAsync(exportLog(stores.audit, signer.name)),
  };
}

/** Yields the lines of an export with their line feeds, one character per byte. */
export async function* byteLines(bytes: Uint8Array): AsyncGenerator<string> {
  const text = Buffer.from(bytes).toString("latin1");
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) yield line;
}
