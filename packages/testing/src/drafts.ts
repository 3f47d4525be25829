import { draftAudit } from "@toolcourt/gateway/internal/compose/set-drafts";
import { link } from "@toolcourt/gateway/internal/governance/audit/chain";
import type { Subjects } from "@toolcourt/gateway/internal/governance/audit/subjects";
import { Drafts } from "@toolcourt/gateway/internal/http-tools/drafts/drafts";
import type { DraftStore } from "@toolcourt/gateway/internal/stores/draft-store";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { createFakeClock } from "./fake-clock.ts";

export interface DraftRig {
  readonly drafts: Drafts;
  readonly store: DraftStore;
  /** Returns all audit entries. */
  readonly audited: () => Promise<readonly JsonObject[]>;
}

/** Creates drafts in memory, with the rules of the profile core. */
export function draftRig(): DraftRig {
  const stores = openMemoryStores({ link });
  const clock = createFakeClock();
  const subjects: Pick<Subjects, "of"> = { of: ({ id }) => ({ id: `subject of ${id}` }) };
  const drafts = new Drafts({
    store: stores.drafts,
    clock,
    profilesOf: () => ["core"],
    ...draftAudit(subjects, clock),
  });
  const audited = async (): Promise<readonly JsonObject[]> =>
    (await stores.audit.read(1, 100)).map(({ body }) => {
      const value = parseJson(body);
      return isJsonObject(value) ? value : {};
    });
  return { drafts, store: stores.drafts, audited };
}
