import { parseStrict } from "../../wire/parse-strict.ts";
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

const opening = /^\s*\{\s*"bullets"\s*:\s*\[/;
const closing = /^\s*\]\s*\}\s*$/;

/**
 * Reads `{"bullets":[…]}` and nothing else, giving each bullet as soon as it is complete. From where an
 * answer is something else it gives no more, and says so at the end: by then a model may have said itself
 * that it does not want to answer.
 */
export function createBulletReader(): BulletReader {
  let text = "";
  let seen = 0;
  let found = 0;
  let state: "before" | "inside" | "lost" = "before";

  const open = (): void => {
    const [start] = opening.exec(text) ?? [];
    if (start !== undefined) state = "inside";
    else if (!mayOpen(text)) state = "lost";
    text = text.slice(start?.length ?? 0);
  };

  const next = (): unknown => {
    const [start, end] = nextObject(text, found > 0);
    if (end === undefined) return undefined;
    const reading = parseStrict(text.slice(start, end));
    text = text.slice(end);
    found += 1;
    if (reading.kind === "value") return reading.value;
    state = "lost";
    return undefined;
  };

  return {
    read: (piece) => {
      seen += piece.length;
      if (seen > longestAnswer) throw new ModelFailure("too-large");
      if (state === "lost") return [];
      text += piece;
      if (state === "before") open();
      const bullets: unknown[] = [];
      if (state !== "inside") return bullets;
      for (let one = next(); one !== undefined; one = next()) bullets.push(one);
      if (text.length > longestBullet) state = "lost";
      return bullets;
    },
    end: () => {
      if (seen === 0) throw new ModelFailure("empty");
      if (state !== "inside" || !closing.test(text)) throw new ModelFailure("choice-malformed");
    },
  };
}

/** Whether it can still become what is asked for, so that nothing else is waited for. */
function mayOpen(text: string): boolean {
  return text.length < longestBullet && '{"bullets":['.startsWith(text.replaceAll(/\s/g, ""));
}

/** Where the next object begins, and where it ends if it does. All but the first follow a comma. */
function nextObject(
  text: string,
  isFurther: boolean,
): readonly [start: number, end: number | undefined] {
  const before = (isFurther ? /^\s*,\s*(?=\{)/ : /^\s*(?=\{)/).exec(text)?.[0];
  if (before === undefined) return [0, undefined];
  return [before.length, endOfObject(text, before.length)];
}

// A string that has not ended yet is taken to the end: what looks like a bracket in it is none.
const tokens = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}[\]]/gs;

/** Where the object that begins here ends, if it does. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.slice(start).matchAll(tokens)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    if (depth === 0) return start + index + token.length;
  }
  return undefined;
}
