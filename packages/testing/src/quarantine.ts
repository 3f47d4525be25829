import { link } from "@toolcourt/gateway/internal/governance/audit/chain";
import { QuarantineDesk } from "@toolcourt/gateway/internal/governance/results/quarantine-desk";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { createFakeClock } from "./fake-clock.ts";

export interface QuarantineRig {
  readonly desk: QuarantineDesk;
  readonly stores: ReturnType<typeof openMemoryStores>;
  readonly notes: () => Promise<readonly unknown[]>;
}

/** A desk over stores in memory. Entries of the audit log are the plain notes. */
export function quarantineRig(): QuarantineRig {
  const stores = openMemoryStores({ link });
  const desk = new QuarantineDesk({
    store: stores.quarantine,
    audit: stores.audit,
    clock: createFakeClock(),
    nameOf: (id) => id,
    noteOf: (note) => ({ body: JSON.stringify(note), part: "note", at: note.at }),
  });
  const notes = async (): Promise<readonly unknown[]> =>
    (await stores.audit.read(1, 100)).map(({ body }): unknown => JSON.parse(body));
  return { desk, stores, notes };
}
