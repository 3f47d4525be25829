import { createJudge } from "@toolcourt/contracts/internal/judge/judge";
import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import { type Finding, isCallable } from "@toolcourt/sdk/rules";
import { type Draft, draftDigest } from "./draft.ts";
import type { DraftsDeps } from "./drafts.ts";
import { findFreeQueries } from "./free-query-rule.ts";

export interface JudgedDraft {
  readonly draft: Draft;
  readonly digest: string;
  readonly findings: readonly Finding[];
  /** Whether a person may approve it: no finding is an error. */
  readonly approvable: boolean;
}

/** Applies the rules to a draft of a set. Its texts are as untrusted as those of any server. */
export function judgeDraft(
  draft: Draft,
  set: string,
  { profilesOf, clock }: Pick<DraftsDeps, "profilesOf" | "clock">,
): JudgedDraft {
  const source = { server: set, tool: draft.tool };
  const options = { rules: allRules, profiles: profilesOf(set), now: clock.now() };
  const verdict = createJudge([source], options)(source);
  const findings = [...verdict.findings, ...findFreeQueries(draft)];
  return { draft, digest: draftDigest(draft), findings, approvable: isCallable(findings) };
}
