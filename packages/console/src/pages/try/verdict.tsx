import type { JSX } from "preact";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { Problem } from "../../ui/problem.tsx";
import type { DryRun } from "./asking.ts";
import { Refusal } from "./refusal.tsx";
import type { Limits, Verdict } from "./shapes.ts";
import { words } from "./words.ts";

/** What the gate, the policy and the limits say about the arguments as they are now. */
export function VerdictCard({ dryRun }: { readonly dryRun: DryRun }): JSX.Element {
  const known = verdictIn(dryRun);
  const tone = toneOf(dryRun);
  return (
    <section class="card verdict" aria-busy={dryRun.kind === "asking"}>
      <h2>{words.verdict.title}</h2>
      <p role="status" class={`verdict-line verdict-${tone}`}>
        <Icon name={icons[tone]} />
        {sentenceOf(dryRun)}
      </p>
      {dryRun.kind === "failed" && <Problem failure={dryRun.failure} />}
      {known !== undefined && <Known verdict={known} />}
    </section>
  );
}

function Known({ verdict }: { readonly verdict: Verdict }): JSX.Element {
  const { approval, refusal, issues } = verdict;
  return (
    <>
      {approval !== null && (
        <p class="note">
          <Icon name="approvals" />
          {words.verdict.needs[approval]}
        </p>
      )}
      {refusal !== null && issues.length === 0 && <Refusal refusal={refusal} />}
      <Facts verdict={verdict} />
    </>
  );
}

type Tone = "good" | "bad" | "warn" | "plain";

const icons: Record<Tone, IconName> = { good: "check", bad: "cross", warn: "lock", plain: "clock" };

/** The last verdict stays while the next one is asked for. */
function verdictIn(dryRun: DryRun): Verdict | undefined {
  if (dryRun.kind === "known") return dryRun.verdict;
  return dryRun.kind === "asking" ? dryRun.last : undefined;
}

function toneOf(dryRun: DryRun): Tone {
  if (dryRun.kind !== "known") return dryRun.kind === "failed" ? "bad" : "plain";
  const { verdict, approval } = dryRun.verdict;
  if (verdict === "refused") return "bad";
  return approval === null ? "good" : "warn";
}

function sentenceOf(dryRun: DryRun): string {
  if (dryRun.kind === "unfinished") return words.verdict.unfinished;
  if (dryRun.kind === "asking") return words.verdict.asking;
  if (dryRun.kind === "failed") return words.verdict.refused;
  const { verdict, issues } = dryRun.verdict;
  if (verdict === "allowed") return words.verdict.allowed;
  return issues.length > 0 ? words.verdict.issues(issues.length) : words.verdict.refused;
}

function Facts({ verdict: { statement, policy, limits } }: { verdict: Verdict }): JSX.Element {
  return (
    <>
      {statement !== null && (
        <p class="muted">
          {words.verdict.statement}{" "}
          <code>
            <Foreign text={statement} />
          </code>
          {policy !== null && (
            <>
              {" "}
              {words.verdict.policy}{" "}
              <code>
                <Foreign text={policy.slice(0, shownDigits)} />
              </code>
            </>
          )}
        </p>
      )}
      {limits !== null && (
        <p class="muted">
          {words.verdict.limits}: {limitsOf(limits).join(", ")}
        </p>
      )}
    </>
  );
}

/** As many digits of a version as elsewhere. */
const shownDigits = 12;

function limitsOf({ timeoutMs, maxInstances, rate }: Limits): readonly string[] {
  return [
    words.verdict.timeout(timeoutMs),
    words.verdict.atOnce(maxInstances),
    ...(rate === null ? [] : [words.verdict.rate(rate.maxCalls, rate.windowMs / 1_000)]),
  ];
}
