import { readContract } from "@toolcourt/sdk";
import { instructionThreshold, scoreInstructions } from "@toolcourt/sdk/rules";
import type { Row } from "./area.ts";
import type { CollectedText, RealTool } from "./tools-data.ts";
import { rateRow } from "./tools-figures.ts";
import { type Half, halfOf, halves } from "./tools-halves.ts";
import { isOvert } from "./tools-overt.ts";

/** Points around the threshold, so that a reader sees what another one would cost. */
const steps = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 5];

/**
 * Measures the wording rules as a curve: poisoned texts flagged against real tools flagged, for a
 * series of thresholds. Bounds hold on the unread half.
 */
export function measureCurve(
  texts: readonly CollectedText[],
  tools: readonly RealTool[],
): readonly Row[] {
  if (texts.length === 0 || tools.length === 0) return [];
  return halves.flatMap((half) => {
    const poisoned = pointsOf(texts.filter(isOvert), half);
    const capable = pointsOf(
      texts.filter(({ label }) => label === "malicious-capability"),
      half,
    );
    const real = tools
      .filter(({ server }) => halfOf(server) === half)
      .map((each) => pointsOfTool(each));
    return [
      ...steps.flatMap((step) => {
        const at = instructionThreshold + step;
        const chosen = step === 0 && half === "unread";
        return [
          rateRow(
            `${half} half at ${at} points: poisoned texts flagged`,
            countAt(poisoned, at),
            chosen ? { at: "least", value: 0.6 } : undefined,
          ),
          rateRow(
            `${half} half at ${at} points: real tools flagged`,
            countAt(real, at),
            chosen ? { at: "most", value: 0.005 } : undefined,
          ),
        ];
      }),
      rateRow(
        `${half} half: harmful tools that say so, flagged`,
        countAt(capable, instructionThreshold),
      ),
    ];
  });
}

function pointsOf(texts: readonly CollectedText[], half: Half): readonly number[] {
  return texts
    .filter(({ source }) => halfOf(source) === half)
    .map(({ text }) => scoreInstructions(text).points);
}

/** Returns the points of the heaviest text of a tool. */
function pointsOfTool({ server, tool }: RealTool): number {
  const reading = readContract({ server, tool });
  if (reading.kind === "unreadable") return 0;
  return Math.max(0, ...textsIn(tool).map((text) => scoreInstructions(text).points));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...textsIn(each)]);
}

function countAt(points: readonly number[], at: number): readonly [number, number] {
  return [points.filter((each) => each >= at).length, points.length];
}
