import { AdmissionDesk } from "@toolcourt/gateway/internal/catalog/admission-desk";
import type { HeldTool } from "@toolcourt/gateway/internal/catalog/held-tools";
import type { AdmissionReview } from "@toolcourt/gateway/internal/edge/admin/admissions";
import { link } from "@toolcourt/gateway/internal/governance/audit/chain";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { createFakeClock } from "./fake-clock.ts";

export interface AdmissionRig {
  readonly desk: AdmissionDesk;
  readonly stores: ReturnType<typeof openMemoryStores>;
  readonly notes: () => Promise<readonly unknown[]>;
  /** What reviewers over HTTP get. */
  readonly review: AdmissionReview;
}

/** A desk over stores in memory. Entries of the audit log are the plain notes. */
export function admissionRig(held: readonly HeldTool[] = []): AdmissionRig {
  const stores = openMemoryStores({ link });
  const desk = new AdmissionDesk({
    store: stores.admissions,
    clock: createFakeClock(),
    nameOf: (id) => id,
    noteOf: (note) => ({ body: JSON.stringify(note), part: "note", at: note.at }),
  });
  const notes = async (): Promise<readonly unknown[]> =>
    (await stores.audit.read(1, 100)).map(({ body }): unknown => JSON.parse(body));
  const review = { desk, held: () => held, refresh: async () => undefined };
  return { desk, stores, notes, review };
}
