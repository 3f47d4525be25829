import { minSupport, type Rejection, weigh } from "../packages/host/src/grounding/verify.ts";
import type { Row } from "./area.ts";
import type { AttributionFile } from "./grounding-attribution.ts";
import { intervalOf, tallied } from "./host-figures.ts";

const points = [0, 0.1, 0.2, 0.25, minSupport, 0.35, 0.4, 0.45, 0.5, 0.6];

interface Judged {
  readonly isBorne: boolean;
  readonly reasons: readonly Rejection[];
}

/** Weighs human and model claims against whole references, at each threshold of support. */
export function paraphraseRows({ name, rows }: AttributionFile): readonly Row[] {
  const weighed = rows.map(({ claim, references, isBorne }) => {
    return { isBorne, ...weigh(claim, references.join("\n")) };
  });
  return [
    { what: `${name}, claims with references`, figure: rows.length, unit: "count" },
    ...points.flatMap((point) => {
      const judged = weighed.map(({ isBorne, faults, support }): Judged => {
        const isSupported = support >= point;
        return { isBorne, reasons: isSupported ? faults : [...faults, "words-not-in-evidence"] };
      });
      return pointRows(name, point, judged);
    }),
  ];
}

function pointRows(name: string, point: number, judged: readonly Judged[]): readonly Row[] {
  const borne = judged.filter(({ isBorne }) => isBorne);
  const others = judged.filter(({ isBorne }) => !isBorne);
  const letIn = others.filter(({ reasons }) => reasons.length === 0).length;
  const keptOut = borne.filter(({ reasons }) => reasons.length > 0);
  const isDefault = point === minSupport;
  const what = `${name}, support ${point}${isDefault ? " (default)" : ""}`;
  const why = tallied(keptOut.flatMap(({ reasons }) => reasons));
  return [
    {
      what: `${what}: false accepts`,
      figure: letIn / Math.max(1, others.length),
      unit: "rate",
      ...(isDefault ? { bound: { at: "most", value: 0.1 } as const } : {}),
      note: intervalOf(letIn, others.length),
    },
    {
      what: `${what}: false rejects`,
      figure: keptOut.length / Math.max(1, borne.length),
      unit: "rate",
      ...(isDefault ? { bound: { at: "most", value: 0.6 } as const } : {}),
      note: `${intervalOf(keptOut.length, borne.length)}${isDefault ? `; for ${why}; the default point was chosen on claims of the same kind` : ""}`,
    },
  ];
}
