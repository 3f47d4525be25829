import { isJsonObject, own } from "@toolcourt/sdk";
import { type Answer, isSuccess } from "../answer.ts";
import { hintsOf } from "../judge-hints.ts";
import { remark } from "../remark.ts";
import { type ConductProbe, done, leftOut } from "./conduct.ts";

/** Fewer different answers may well deserve the same confidence. */
const fewest = 5;

/**
 * Checks that confidence is calculated per answer: a hit, a miss and a refused input must not all
 * share one value.
 */
export const confidenceProbe: ConductProbe = {
  kind: "hints",
  run: async ({ bench: { wantsHints }, shots }) => {
    if (!wantsHints) return leftOut("the profile asks for no hints");
    const told = shots
      .map(({ answer }) => confidenceIn(answer))
      .filter((each) => each !== undefined);
    const different = new Set(
      shots
        .filter(({ answer }) => isSuccess(answer) && confidenceIn(answer) !== undefined)
        .map(({ answer }) => dataIn(answer)),
    );
    if (different.size < fewest) return leftOut(`fewer than ${fewest} different results had hints`);
    if (new Set(told).size > 1) return done();
    return done({
      remark: remark(
        "test/confidence-constant",
        "a confidence that depends on the answer",
        `the same one in ${told.length} answers, ${different.size} of them different results`,
      ),
    });
  },
};

/** Returns the data of a result without its metadata. */
function dataIn(answer: Answer): string {
  const { structured = null } = answer.kind === "result" ? answer.result : {};
  const data = isJsonObject(structured) ? own(structured, "data") : undefined;
  return JSON.stringify(data ?? structured);
}

function confidenceIn(answer: Answer): number | undefined {
  if (answer.kind !== "result") return undefined;
  const hints = hintsOf(answer.result);
  const confidence =
    hints !== undefined && isJsonObject(hints) ? own(hints, "confidence") : undefined;
  return typeof confidence === "number" ? confidence : undefined;
}
