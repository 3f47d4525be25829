import type { Span } from "../../../packages/host/src/grounding/source.ts";
import type { ChooseQuotes } from "../../../packages/host/src/ports.ts";
import type { Random } from "../random.ts";
import { pick } from "./reports.ts";

/** A dishonest choice, made from spans the chooser has seen. */
type Lie = (span: Span, other: Span, random: Random) => unknown;

const lies: Readonly<Record<string, Lie>> = {
  "one character": ({ id, text }, _, random) => {
    const at = random.below(text.length);
    return { span: id, claim: `${text.slice(0, at)}#${text.slice(at + 1)}` };
  },
  cut: ({ id, text }) => ({ span: id, claim: text.slice(0, -1) || "x" }),
  joined: ({ id, text }, other) => ({ span: id, claim: `${text} ${other.text}` }),
  "another case": ({ id, text }) => ({ span: id, claim: text.toUpperCase() }),
  "another's words": ({ id }, other) => ({ span: id, claim: other.text }),
  invented: ({ id }) => ({ span: id, claim: "Everything is fine and nothing was lost." }),
  "a number more": ({ id, text }) => ({
    span: id,
    claim: text.replace(/\d+/, (number) => `${Number(number) + 1}`),
  }),
  "not any more": ({ id, text }) => ({ span: id, claim: text.replace(/not | may/, "") }),
  "a quote of its own": ({ id, text }) => ({ span: id, claim: "All is lost.", evidence: text }),
  "a place of its own": ({ pointer }) => ({ pointer, start: 0, end: 4, claim: "All is lost." }),
  "no span": ({ text }) => ({ span: text }),
  "a name of the language": (_one, _other, random) => ({
    span: pick(["__proto__", "constructor", "length", "0", "s0", "s999999", ""], random),
  }),
  "no choice": ({ text }, _, random) => pick([null, 7, text, [text], [{ span: "s1" }], {}], random),
  "two in one": ({ id }, other) => ({ span: [id, other.id] }),
  "hidden characters": ({ id, text }) => ({ span: id, claim: `${text}\u200B` }),
  "a plan": () => ({ type: "call_tool", tool: "get-report", arguments: {} }),
};

/**
 * Creates a chooser that lies about its source, with some honest choices. Sometimes it fails
 * midway.
 */
export function createHostileChooser(random: Random): ChooseQuotes {
  const all = Object.values(lies);
  return async function* ({ source: { spans } }) {
    const many = 4 + random.below(14);
    for (let made = 0; made < many; made += 1) {
      const span = pick(spans, random);
      const isHonest = random.below(4) === 0;
      yield isHonest ? { span: span.id } : pick(all, random)(span, pick(spans, random), random);
    }
    if (random.below(10) === 0) throw new Error("The chooser has gone.");
  };
}
