import { parseStrict } from "@toolcourt/gateway/internal/protocol/parse-strict";
import { ModelFailure } from "../model-failure.ts";

/** Reads an answer incrementally. */
interface BulletReader {
  /** Returns the bullets this piece completes. */
  readonly read: (piece: string) => readonly unknown[];
  /** Throws unless the answer is complete. */
  readonly end: () => void;
}

const maxAnswerLength = 200_000;
/** Longer than any shown bullet. Bounds repeated scans. */
const maxBulletLength = 8_000;

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
      if (seen > maxAnswerLength) throw new ModelFailure("too-large");
      const bullets: unknown[] = [];
      for (let at = 0; at < piece.length; at += 1) {
        if (isLost) break;
        const found = take(piece.charAt(at));
        if (found !== undefined) bullets.push(found);
      }
      isLost ||= pending > maxBulletLength;
      return bullets;
    },
    end: () => {
      if (seen === 0) throw new ModelFailure("empty");
      if (isLost || walk.place() !== "closed") throw new ModelFailure("choice-malformed");
    },
  };
}

/** A reader's position in `{"bullets":[…]}`. */
type Place =
  | "opening"
  | "first" /* before the first bullet, or the end of the list */
  | "bullet"
  | "next" /* after a bullet */
  | "further" /* after a comma */
  | "closing" /* after the list */
  | "closed"
  | "lost" /* in anything else */;

/** Walks through an answer one character at a time, without backtracking. */
interface BulletWalk {
  readonly place: () => Place;
  /** Returns the position after the character. */
  readonly step: (character: string) => Place;
}

const opening = '{"bullets":[';
const spacedAt = new Set([0, 1, opening.indexOf(":"), opening.length - 1]);

/** Characters allowed between bullets, with the position they lead to. Whitespace is ignored. */
const between: Readonly<
  Record<Exclude<Place, "opening" | "bullet" | "lost">, Readonly<Record<string, Place>>>
> = {
  first: { "{": "bullet", "]": "closing" },
  next: { ",": "further", "]": "closing" },
  further: { "{": "bullet" },
  closing: { "}": "closed" },
  closed: {},
};

function createBulletWalk(): BulletWalk {
  const isComplete = createBrackets();
  let place: Place = "opening";
  let opened = 0;

  const open = (character: string): Place => {
    if (isBlank(character) && spacedAt.has(opened)) return "opening";
    if (character !== opening[opened]) return "lost";
    opened += 1;
    return opened === opening.length ? "first" : "opening";
  };
  const leadsTo = (character: string): Place => {
    if (place === "lost") return "lost";
    if (place === "opening") return open(character);
    if (place === "bullet") return isComplete(character) ? "next" : "bullet";
    const next = isBlank(character) ? place : (between[place][character] ?? "lost");
    if (next === "bullet") isComplete(character);
    return next;
  };
  return {
    place: () => place,
    step: (character) => {
      place = leadsTo(character);
      return place;
    },
  };
}

function isBlank(character: string): boolean {
  return /^\s$/.test(character);
}

/** Returns whether each character closes the last open bracket. Ignores brackets in strings. */
function createBrackets(): (character: string) => boolean {
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  const inText = (character: string): void => {
    isText = isEscaped || character !== '"';
    isEscaped = !isEscaped && character === "\\";
  };
  return (character) => {
    if (isText) inText(character);
    else if (character === '"') isText = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    return depth === 0 && !isText;
  };
}
