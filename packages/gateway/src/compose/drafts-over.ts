import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { ProfileName } from "@toolcourt/sdk/rules";
import { noteOf } from "../governance/audit/call-entries.ts";
import type { Subjects } from "../governance/audit/subjects.ts";
import { createDrafts, type Drafts } from "../http-tools/drafts/drafts.ts";
import { judgeDrafts } from "../http-tools/drafts/judge-drafts.ts";
import type { DraftStore } from "../stores/draft-store.ts";

export interface DraftParts {
  readonly store: DraftStore;
  readonly subjects: Pick<Subjects, "of">;
  readonly clock: Clock;
  /** Profiles for the tools of a set. */
  readonly profilesOf: (set: string) => readonly ProfileName[];
}

/** Creates drafts whose changes reach the audit log in the same transaction. */
export function draftsOver({ store, subjects, clock, profilesOf }: DraftParts): Drafts {
  return createDrafts({
    store,
    clock,
    judge: (set, drafts) =>
      judgeDrafts(drafts, set, { rules: allRules, profiles: profilesOf(set), now: clock.now() }),
    nameOf: async (id) => {
      const kind = id === "local" || id.startsWith("operator:") ? "local" : "user";
      return (await subjects.of({ id, kind })).id;
    },
    entryOf: ({ kind, at, by, about }) =>
      noteOf({ kind, moment: { at, monotonic: clock.monotonic() }, about: { ...about, by } }),
  });
}
