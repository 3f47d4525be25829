import { parseStrict } from "@toolcourt/gateway/internal/protocol/parse-strict";
import { ModelFailure } from "../model-failure.ts";
import { createBulletWalk } from "./bullet-walk.ts";

/** Reads an answer incrementally. */
export interface BulletReader {
  /** Returns the bullets this piece completes. */
  readonly read: (piece: string) => readonly unknown[];
  /** Throws unless the answer is complete. */
  readonly end: () => void;
}

const longestAnswer = 200_000;
/** Longer than any shown bullet. Bounds repeated scans. */
const longestBullet = 8_000;

/**
 * Reads `{"bullets":[…]}` strictly and returns each bullet as soon as it is complete. After a
 * deviation it returns no more, and reports that only at the end. By then the model may have
 * reported its own refusal.
 */
export function createBulletReader(): BulletReader {
  const walk = createBulletWalk();
  let seen = 0;
  let bullet = "";
  /** Characters since the last bullet. */
  let pending = 0;
  let isLost = false;

  /** Returns the bullet this character completes. */
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
