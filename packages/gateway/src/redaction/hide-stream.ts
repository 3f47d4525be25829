import type { FindForms } from "./find-forms.ts";
import { mask, mergeSpans } from "./hide-spans.ts";

export interface HideStream {
  /** Takes a piece and gives what is safe to show by now, which may be nothing. */
  readonly push: (piece: string) => string;
  /** Gives the rest. */
  readonly end: () => string;
  /** How many stretches were taken out so far. */
  readonly count: () => number;
}

export interface HideStreamOptions {
  readonly find: FindForms;
  /** The length of the longest form: so much is held back, as it may be the beginning of one. */
  readonly longest: number;
}

export function createHideStream({ find, longest }: HideStreamOptions): HideStream {
  const heldBack = Math.max(longest - 1, 0);
  let pending = "";
  /** How much at the start of what is pending stands behind a mask that was given out already. */
  let masked = 0;
  let count = 0;

  const release = (until: number): string => {
    const before = masked > 0 ? [{ start: 0, end: masked }] : [];
    let shown = "";
    let from = 0;
    for (const { start, end } of mergeSpans([...before, ...find(pending)])) {
      if (start >= until) break;
      shown += pending.slice(from, start);
      if (start > 0 || masked === 0) {
        shown += mask;
        count += 1;
      }
      from = end;
    }
    shown += pending.slice(from, Math.max(from, until));
    pending = pending.slice(until);
    masked = Math.max(0, from - until);
    return shown;
  };

  return {
    push: (piece) => {
      pending += piece;
      // In larger steps than what is held back, so that small pieces do not search the same text again and again.
      if (heldBack > 0 && pending.length < 2 * heldBack) return "";
      return release(pending.length - heldBack);
    },
    end: () => release(pending.length),
    count: () => count,
  };
}
