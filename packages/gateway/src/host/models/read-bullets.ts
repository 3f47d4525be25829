import { parseStrict } from "../../protocol/parse-strict.ts";
import { createBulletWalk } from "./bullet-walk.ts";
import { ModelFailure } from "./model-failure.ts";

/** Reads an answer piece by piece. */
export interface BulletReader {
  /** The bullets that are complete with this piece. */
  readonly read: (piece: string) => readonly unknown[];
  /** Throws unless the answer is complete. */
  readonly end: () => void;
}

const longestAnswer = 200_000;
/** Longer than any that would be shown, so that nobody looks at it again and again. */
const longestBullet = 8_000;

/**
 * Reads `{"bullets":[…]}` and nothing else, giving each bullet as soon as it is complete. From where an
 * answer is something else it gives no more, and says so at the end: by then a model may have said itself
 * that it does not want to answer.
 */
export function createBulletReader(): BulletReader {
  const walk = createBulletWalk();
  let seen = 0;
  let bullet = "";
  /** How many characters came since the last bullet. */
  let pending = 0;
  let isLost = false;

  /** The bullet that is complete with this character. */
  const take = (character: string): unknown => {
    const from = walk.place();
    const to = walk.step(character);
    isLost = to === "lost";
    if (from === "bullet" || to === "bullet") bullet += character;
    pending = from !== to && (to === "first" || to === "next") ? 0 : pending + 1;
    return from === "bullet" && to === "next" ? complete() : undefined;
  };
  const complete = (): unknown => {
    const reading = parseStrict(bullet);
    bullet = "";
    isLost = reading.kind === "refused";
    return reading.kind === "value" ? reading.value : undefined;
  };

  return {
    read: (piece) => {
      seen += piece.length;
      if (seen > longestAnswer) throw new ModelFailure("too-large");
      const bullets: unknown[] = [];
      for (let at = 0; at < piece.length; at += 1) {
        if (isLost) break;
        const found = take(piece.charAt(at));
        if (found !== undefined) bullets.push(found);
      }
      isLost ||= pending > longestBullet;
      return bullets;
    },
    end: () => {
      if (seen === 0) throw new ModelFailure("empty");
      if (isLost || walk.place() !== "closed") throw new ModelFailure("choice-malformed");
    },
  };
}
