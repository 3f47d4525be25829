import type { ProfileName } from "@toolcourt/sdk/rules";
import { noteOf } from "../audit/call-entries.ts";
import type { Subjects } from "../audit/subjects.ts";
import { createDrafts, type Drafts } from "../drafts/drafts.ts";
import { judgeDrafts } from "../drafts/judge-drafts.ts";
import type { Clock } from "../kernel/clock.ts";
import { allRules } from "../registry/rules.ts";
import type { DraftStore } from "../stores/draft-store.ts";

export interface DraftParts {
  readonly store: DraftStore;
  readonly subjects: Pick<Subjects, "of">;
  readonly clock: Clock;
  /** What the tools of a set are held to. */
  readonly profilesOf: (set: string) => readonly ProfileName[];
}

/** Drafts of which every change is written to the audit log in the same step. */
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
