import { createSource, type Source } from "../../../packages/host/src/grounding/source.ts";
import { type Bullet, rejectionsOf } from "../../../packages/host/src/grounding/verify.ts";
import type { Figure, ProofContext } from "../promise.ts";
import { createRandom, type Random } from "../random.ts";
import { reportOf } from "./reports.ts";

type Change = (bullet: Bullet, random: Random) => Bullet;

const changes: Readonly<Record<string, Change>> = {
  "one character": (bullet, random) => {
    const at = random.below(bullet.evidence.length);
    const { evidence } = bullet;
    return both(bullet, `${evidence.slice(0, at)}#${evidence.slice(at + 1)}`);
  },
  cut: (bullet) => both({ ...bullet, end: bullet.end - 1 }, bullet.evidence.slice(0, -1)),
  "cut in front": (bullet) =>
    both({ ...bullet, start: bullet.start + 1 }, bullet.evidence.slice(1)),
  joined: (bullet) => both(bullet, `${bullet.evidence} And all is well.`),
  "another case": (bullet) => both(bullet, swapped(bullet.evidence)),
  moved: (bullet) => ({ ...bullet, start: bullet.start + 1, end: bullet.end + 1 }),
  "another place": (bullet) => ({ ...bullet, pointer: "/records/99/note" }),
  "composed otherwise": (bullet) => both(bullet, `${bullet.evidence}\u0301`),
};

function both(bullet: Bullet, text: string): Bullet {
  return { ...bullet, evidence: text, claim: text };
}

function swapped(text: string): string {
  const upper = text.toUpperCase();
  return upper === text ? text.toLowerCase() : upper;
}

/** Checks every quote of many results, verbatim and changed in each way. */
export async function changedQuotes({ short, seed }: ProofContext): Promise<readonly Figure[]> {
  const random = createRandom(seed);
  let [unchanged, refused, changed, accepted] = [0, 0, 0, 0];
  for (let at = 0; at < (short ? 100 : 1_000); at += 1) {
    const { structuredContent = null } = reportOf(random);
    const source = createSource(structuredContent);
    const quotes = quotesOf(source);
    const others = quotes.flatMap((quote) => changedFrom(quote, random));
    unchanged += quotes.length;
    refused += quotes.filter((quote) => !isAccepted(source, quote)).length;
    changed += others.length;
    accepted += others.filter((other) => isAccepted(source, other)).length;
  }
  return [
    { label: "quotes as they stand", value: unchanged },
    { label: "of them refused", value: refused, must: { is: 0 } },
    { label: "changed quotes", value: changed, must: { atLeast: 1_000 } },
    { label: "of them accepted", value: accepted, must: { is: 0 } },
  ];
}

/** Returns all quotes except redacted ones. */
function quotesOf({ spans }: Source): readonly Bullet[] {
  return spans
    .filter(({ text }) => !text.includes("***"))
    .map(({ text, pointer, start, end }) => {
      return { claim: text, evidence: text, pointer, start, end };
    });
}

function changedFrom(quote: Bullet, random: Random): readonly Bullet[] {
  return Object.values(changes)
    .map((change) => change(quote, random))
    .filter((other) => JSON.stringify(other) !== JSON.stringify(quote));
}

function isAccepted(source: Source, quote: Bullet): boolean {
  return (["extractive", "paraphrase"] as const).some(
    (mode) => rejectionsOf(source, quote, mode).length === 0,
  );
}
