import { isJsonObject, own } from "@toolcourt/sdk";
import { hintsOf } from "../judge-hints.ts";
import { remark } from "../remark.ts";
import type { Shot } from "../shot.ts";
import { type ConductProbe, done, leftOut } from "./conduct.ts";
import { observedIn } from "./observed.ts";

/** Fewer different answers than these may well deserve the same confidence. */
const fewest = 5;

/** Confidence is calculated for each answer: a hit, a miss and a refused input cannot all have the same. */
export const confidenceProbe: ConductProbe = {
  kind: "hints",
  run: async ({ bench: { contract, wantsHints }, shots }) => {
    if (!wantsHints) return leftOut("the profile asks for no hints");
    const told = shots.flatMap((shot) => {
      const confidence = confidenceIn(shot);
      return confidence === undefined ? [] : [{ shot, confidence }];
    });
    const [first] = told;
    const different = new Set(told.map(({ shot }) => JSON.stringify(observedIn(shot.answer))));
    if (first === undefined || different.size < fewest) {
      return leftOut(`fewer than ${fewest} different answers had hints`);
    }
    if (told.some(({ confidence }) => confidence !== first.confidence)) return done();
    return done({
      call: { name: contract.name, input: first.shot.planned.input },
      remark: remark(
        "test/confidence-constant",
        "a confidence that depends on the answer",
        `the same one in ${different.size} different answers`,
      ),
    });
  },
};

function confidenceIn({ answer }: Shot): number | undefined {
  if (answer.kind !== "result") return undefined;
  const hints = hintsOf(answer.result);
  const confidence =
    hints !== undefined && isJsonObject(hints) ? own(hints, "confidence") : undefined;
  return typeof confidence === "number" ? confidence : undefined;
}
