import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { draftsOver } from "../compose/drafts-over.ts";
import { link } from "../governance/audit/chain.ts";
import type { Drafts } from "../http-tools/drafts/drafts.ts";
import type { DraftStore } from "../stores/draft-store.ts";
import { openMemoryStores } from "../stores/memory/open-memory-stores.ts";
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
  const drafts = draftsOver({
    store: stores.drafts,
    subjects: { of: ({ id }) => ({ id: `subject of ${id}` }) },
    clock: createFakeClock(),
    profilesOf: () => ["core"],
  });
  const audited = async (): Promise<readonly JsonObject[]> =>
    (await stores.audit.read(1, 100)).map(({ body }) => {
      const value = parseJson(body);
      return isJsonObject(value) ? value : {};
    });
  return { drafts, store: stores.drafts, audited };
}
