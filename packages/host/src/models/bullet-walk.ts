/** A reader's position in `{"bullets":[…]}`. */
export type Place =
  | "opening"
  | "first" /* before the first bullet, or the end of the list */
  | "bullet"
  | "next" /* after a bullet */
  | "further" /* after a comma */
  | "closing" /* after the list */
  | "closed"
  | "lost" /* in anything else */;

/** Walks through an answer one character at a time, without backtracking. */
export interface BulletWalk {
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

export function createBulletWalk(): BulletWalk {
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
