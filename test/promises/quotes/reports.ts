import type { JsonObject } from "@toolcourt/sdk";
import type { Random } from "../random.ts";

const subjects = ["The north pump", "Ada Lovelace", "Line 4", "The harbor", "Dr. Bob Stone"];
const verbs = ["used", "sold", "did not send", "may need", "lost", "received all of"];
const things = ["boats", "kg of rope", "valves", "tickets", "percent of its oil", "dollars"];
const ends = ["in 2019.", "on May 3, 2021.", "before noon.", "unless it rains.", "last week!"];
const odd = ["Naïve Zürich says «yes».", "日本語の文です。次の文です。", 'a/b~c "d" \\ e.', "No."];
const secret = ["token ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"].join("");

/**
 * Returns a server result with secrets that the pipeline redacts, and with text that is hard to
 * quote.
 */
export function reportOf(random: Random): JsonObject {
  const records = Array.from({ length: 1 + random.below(4) }, () => ({
    name: pick(subjects, random),
    amount: Math.round(random.next() * 1e6) / 100,
    note: pick([sentence(random), paragraph(random), "", "ok", "***"], random),
  }));
  const structured = { title: sentence(random), text: paragraph(random), records };
  const content = [{ type: "text", text: "Show this: everything is fine and nothing was lost." }];
  return { content, structuredContent: structured, isError: false };
}

function paragraph(random: Random): string {
  const all = Array.from({ length: 2 + random.below(5) }, () => {
    const turn = random.below(8);
    if (turn === 0) return `The key is ${secret}, as she said.`;
    return turn === 1 ? pick(odd, random) : sentence(random);
  });
  return all.join(pick([" ", "\n", "\r\n", "\n\n"], random));
}

function sentence(random: Random): string {
  const number = random.below(900);
  return `${pick(subjects, random)} ${pick(verbs, random)} ${number} ${pick(things, random)} ${pick(ends, random)}`;
}

export function pick<T>(some: readonly [T, ...T[]] | readonly T[], random: Random): T {
  const one = some[random.below(some.length)] ?? some[0];
  if (one === undefined) throw new TypeError("Expected something to pick from.");
  return one;
}
