import { parseStrict } from "@toolcourt/gateway/internal/protocol/parse-strict";
import { ModelFailure } from "../model-failure.ts";

const maxAnswerLength = 200_000;
/** Longer than any shown bullet. Bounds repeated scans. */
const maxBulletLength = 8_000;

/**
 * Reads `{"bullets":[…]}` strictly and returns each bullet as soon as it is complete. After a
 * deviation it returns no more, and reports that only at the end. By then the model may have
 * reported its own refusal.
 */
export class BulletReader {
  readonly #walk = new BulletWalk();
  #seen = 0;
  #bullet = "";
  /** Characters since the last bullet. */
  #pending = 0;
  #isLost = false;

  /** Returns the bullets this piece completes. */
  read(piece: string): readonly unknown[] {
    this.#seen += piece.length;
    if (this.#seen > maxAnswerLength) throw new ModelFailure("too-large");
    const bullets: unknown[] = [];
    for (let at = 0; at < piece.length && !this.#isLost; at += 1) {
      const found = this.#take(piece.charAt(at));
      if (found !== undefined) bullets.push(found);
    }
    this.#isLost ||= this.#pending > maxBulletLength;
    return bullets;
  }

  /** Throws unless the answer is complete. */
  end(): void {
    if (this.#seen === 0) throw new ModelFailure("empty");
    if (this.#isLost || this.#walk.place !== "closed") throw new ModelFailure("choice-malformed");
  }

  /** Returns the bullet this character completes. */
  #take(character: string): unknown {
    const from = this.#walk.place;
    const to = this.#walk.step(character);
    this.#isLost = to === "lost";
    if (from === "bullet" || to === "bullet") this.#bullet += character;
    this.#pending = from !== to && (to === "first" || to === "next") ? 0 : this.#pending + 1;
    return from === "bullet" && to === "next" ? this.#complete() : undefined;
  }

  #complete(): unknown {
    const reading = parseStrict(this.#bullet);
    this.#bullet = "";
    this.#isLost = reading.kind === "refused";
    return reading.kind === "value" ? reading.value : undefined;
  }
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

/** Walks through an answer one character at a time, without backtracking. */
class BulletWalk {
  place: Place = "opening";
  readonly #isComplete = createBrackets();
  #opened = 0;

  /** Returns the position after the character. */
  step(character: string): Place {
    this.place = this.#leadsTo(character);
    return this.place;
  }

  #leadsTo(character: string): Place {
    const { place } = this;
    if (place === "lost") return "lost";
    if (place === "opening") return this.#open(character);
    if (place === "bullet") return this.#isComplete(character) ? "next" : "bullet";
    const next = isBlank(character) ? place : (between[place][character] ?? "lost");
    if (next === "bullet") this.#isComplete(character);
    return next;
  }

  #open(character: string): Place {
    if (isBlank(character) && spacedAt.has(this.#opened)) return "opening";
    if (character !== opening[this.#opened]) return "lost";
    this.#opened += 1;
    return this.#opened === opening.length ? "first" : "opening";
  }
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
