/** Where in `{"bullets":[…]}` a reader is. */
export type Place =
  | "opening"
  | "first" /* before the first bullet, or the end of the list */
  | "bullet"
  | "next" /* after a bullet */
  | "further" /* after a comma */
  | "closing" /* after the list */
  | "closed"
  | "lost" /* in something else */;

/** Walks through an answer character by character, and looks at none of them twice. */
export interface BulletWalk {
  readonly place: () => Place;
  /** Tells where the character leads. */
  readonly step: (character: string) => Place;
}

const opening = '{"bullets":[';
const spacedAt = new Set([0, 1, opening.indexOf(":"), opening.length - 1]);

/** What may come between bullets, and where it leads. Blanks lead nowhere. */
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

/** Tells with each character whether all brackets are closed with it. Those in texts are none. */
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
