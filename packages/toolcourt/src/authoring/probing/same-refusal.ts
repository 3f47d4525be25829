import { errorTextsOf, isRefusal } from "./answer.ts";
import type { Entry } from "./ledger.ts";
import type { Shot } from "./shot.ts";
import { openingOf } from "./wording.ts";

const rule = "test/valid-refused";

/**
 * Drops refusals of valid inputs that only sound like validation errors. A file system, for
 * example, calls an argument invalid that the schema accepts. The tool's real refusals of invalid
 * inputs show its usual wording. The remaining entries of the rule become one finding.
 */
export function withoutLikenesses(
  entries: readonly Entry[],
  shots: readonly Shot[],
): readonly Entry[] {
  const usual = refusalKeys(shots);
  const isMeant = ({ remark }: Entry): boolean =>
    remark.rule !== rule || remark.key === rule || usual.size === 0 || usual.has(remark.key);
  const meant = entries.filter(isMeant);
  const first = meant.find(({ remark }) => remark.rule === rule);
  return meant.filter((entry) => entry.remark.rule !== rule || entry === first);
}

function refusalKeys(shots: readonly Shot[]): ReadonlySet<string> {
  const keys = shots.flatMap(({ planned, answer }) => {
    const isOrdinary = planned.expectation.kind === "refuse" && isRefusal(answer);
    if (!isOrdinary || answer.kind !== "result") return [];
    return [`${rule} ${openingOf(errorTextsOf(answer.result))}`];
  });
  return new Set(keys);
}
