import { errorTextsOf, isRefusal } from "./answer.ts";
import type { Entry } from "./ledger.ts";
import type { Shot } from "./shot.ts";
import { openingOf } from "./wording.ts";

const rule = "test/valid-refused";

/**
 * Leaves out refusals of valid inputs that only sound as if the input were invalid: a file system calls an
 * argument invalid that its schema accepts. The tool's own refusals of invalid inputs tell how it really
 * says so. What is left of one rule is one finding.
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
