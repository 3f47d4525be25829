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
 * Reads `{"bullets":[…]}` and nothing else, giving each bullet as soon as it is complete. An answer that
 * turns out to be something else fails there; what was complete before is for others to judge.
 */
export function createBulletReader(): BulletReader {
  let text = "";
  let seen = 0;
  let isOpen = false;
  let found = 0;

  const open = (): void => {
    const [start] = opening.exec(text) ?? [];
    if (start === undefined && !mayOpen(text)) throw new ModelFailure("choice-malformed");
    isOpen = start !== undefined;
    text = text.slice(start?.length ?? 0);
  };

  const next = (): unknown => {
    const comma = found === 0 ? /^\s*(?=\{)/ : /^\s*,\s*(?=\{)/;
    const start = comma.exec(text)?.[0].length;
    if (start === undefined) return undefined;
    const end = endOfObject(text, start);
    if (end === undefined) return undefined;
    const reading = parseStrict(text.slice(start, end));
    if (reading.kind === "refused") throw new ModelFailure("choice-malformed");
    text = text.slice(end);
    found += 1;
    return reading.value;
  };

  return {
    read: (piece) => {
      seen += piece.length;
      if (seen > longestAnswer) throw new ModelFailure("too-large");
      text += piece;
      if (!isOpen) open();
      const bullets: unknown[] = [];
      if (!isOpen) return bullets;
      for (let one = next(); one !== undefined; one = next()) bullets.push(one);
      if (text.length > longestBullet) throw new ModelFailure("choice-malformed");
      return bullets;
    },
    end: () => {
      if (!isOpen || !closing.test(text)) {
        throw new ModelFailure(seen === 0 ? "empty" : "choice-malformed");
      }
    },
  };
}

/** Whether it can still become what is asked for, so that nothing else is waited for. */
function mayOpen(text: string): boolean {
  return text.length < longestBullet && '{"bullets":['.startsWith(text.replaceAll(/\s/g, ""));
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
