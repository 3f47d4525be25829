import type { Leavers } from "./leavers.ts";
import type { UpstreamListeners } from "./upstream.ts";

/** Answers without a pending request: late, repeated or invented. */
export interface UnexpectedAnswers {
  /** Registers a request. Ids only grow, so the highest is enough to remember. */
  readonly asked: (id: number) => void;
  /**
   * Classifies an answer. `isOpen`: the request is pending, and its answer came on the wrong
   * response.
   */
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
        // An error that confirms the cancellation is no late answer.
        answeredLate();
      }
    },
  };
}

function ignore(): void {}
