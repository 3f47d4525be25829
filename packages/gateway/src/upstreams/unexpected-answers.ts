import type { Leavers } from "./leavers.ts";
import type { UpstreamListeners } from "./upstream.ts";

/** Answers that nobody waits for: they come too late, a second time, or were made up. */
export interface UnexpectedAnswers {
  /** Ids only grow, so that the highest one is all there is to remember. */
  readonly asked: (id: number) => void;
  /** `isOpen`: the request is not answered yet, and this came where its answer does not belong. */
  readonly take: (answer: UnexpectedAnswer, isOpen: boolean) => void;
}

interface UnexpectedAnswer {
  readonly id: number;
  readonly message: object;
}

export function createUnexpectedAnswers(
  leavers: Pick<Leavers, "remove" | "mayHaveBeen">,
  { answeredLate = ignore, strayed = ignore }: Pick<UpstreamListeners, "answeredLate" | "strayed">,
): UnexpectedAnswers {
  let highest = Number.NEGATIVE_INFINITY;
  return {
    asked: (id) => {
      highest = id;
    },
    take: ({ id, message }, isOpen) => {
      if (!leavers.remove(id)) {
        if (id > highest || isOpen) strayed("unasked-answer");
        else if (!leavers.mayHaveBeen(id)) strayed("second-answer");
      } else if ("result" in message) {
        // What says that it was given up is no answer.
        answeredLate();
      }
    },
  };
}

function ignore(): void {}
