import { type JudgeOptions, judgeTools } from "@toolcourt/contracts/internal/judge/judge";
import { type Finding, isCallable } from "@toolcourt/sdk/rules";
import { type Draft, draftDigest } from "./draft.ts";
import { findFreeQueries } from "./free-query-rule.ts";

export interface JudgedDraft {
  readonly draft: Draft;
  readonly digest: string;
  readonly findings: readonly Finding[];
  /** Whether a person may approve it: no finding is an error. */
  readonly approvable: boolean;
}

/**
 * Applies the rules to drafts of one server. Their texts are as untrusted as those of any server.
 */
export function judgeDrafts(
  drafts: readonly Draft[],
  server: string,
  options: JudgeOptions,
): readonly JudgedDraft[] {
  const verdicts = judgeTools(
    drafts.map(({ tool }) => ({ server, tool })),
    options,
  );
  return drafts.flatMap((draft, index) => {
    const verdict = verdicts[index];
    if (verdict === undefined) return [];
    const findings = [...verdict.findings, ...findFreeQueries(draft)];
    return [{ draft, digest: draftDigest(draft), findings, approvable: isCallable(findings) }];
  });
}
