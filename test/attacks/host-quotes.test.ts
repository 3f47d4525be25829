import { beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../../packages/host/src/answering/answer.ts";
import { createHost } from "../../packages/host/src/answering/create-host.ts";
import { createSource } from "../../packages/host/src/grounding/source.ts";
import { type Bullet, type Mode, rejectionsOf } from "../../packages/host/src/grounding/verify.ts";
import { type HostWorld, openHostWorld } from "../gate/host-world.ts";
import { reading } from "../gate/tools.ts";

// A whole gateway and a real server take longer than a second on a busy machine.
const timeout = 20_000;

const token = ["ghp_16C7e42F292c6912", "E7710c838347Ae178B4a"].join("");
const text = [
  "The pump did not run on Monday.",
  "It used 40 kg of oil unless the log is wrong.",
  `The key is ${token}, as Ada said.`,
  "Ada closed 3 valves.",
].join(" ");
const page = { text, other: "Bob opened all valves in the south." };

const described = { type: "string", maxLength: 500, description: "What the page says" };
const outputSchema = {
  type: "object",
  properties: { text: described, other: described },
  required: ["text", "other"],
  additionalProperties: false,
};

let world: HostWorld;
beforeAll(async () => {
  const tools = [{ ...reading("get-page"), outputSchema }];
  const result = { content: [], structuredContent: page, isError: false };
  world = await openHostWorld({ tools, answer: () => result });
  return () => world[Symbol.asyncDispose]();
}, timeout);

const plan = { type: "call_tool", tool: "get-page", arguments: { city: "Oslo" } };

/** Asks with a chooser that returns this, and returns the bullets shown. */
async function shownOf(mode: Mode, ...said: readonly unknown[]): Promise<readonly string[]> {
  const choose = async function* () {
    yield* said;
  };
  const host = createHost({ ...world, plan: () => plan, choose, summary: mode });
  return claimsIn(await host.ask("What does the page say?", world.asking));
}

function claimsIn(answer: Answer): readonly string[] {
  if (answer.kind !== "tool_result_with_summary") return [];
  return answer.summary.bullets.map(({ claim }) => claim);
}

function both(bullet: Bullet, changed: string): Bullet {
  return { ...bullet, claim: changed, evidence: changed };
}

describe("SECURITY 58: a quote", () => {
  const source = createSource(page);
  const quotes = source.spans
    .filter(({ text: quote }) => !quote.includes(token))
    .map(({ text: quote, pointer, start, end }): Bullet => {
      return { claim: quote, evidence: quote, pointer, start, end };
    });
  const modes = ["extractive", "paraphrase"] as const;

  function isShown(bullet: Bullet): boolean {
    return modes.some((mode) => rejectionsOf(source, bullet, mode).length === 0);
  }

  it("is accepted verbatim", () => {
    expect(quotes.map((quote) => isShown(quote))).toEqual([true, true, true, true]);
  });

  it("is rejected if any one character differs", () => {
    const changed = quotes.flatMap((quote) =>
      quote.evidence.split("").map((char, at) => {
        const other = char === "#" ? "+" : "#";
        const { evidence } = quote;
        return both(quote, evidence.slice(0, at) + other + evidence.slice(at + 1));
      }),
    );

    expect(changed.filter((quote) => isShown(quote))).toEqual([]);
  });

  it("is rejected if truncated anywhere, even with matching offsets", () => {
    const sentences = quotes.filter(({ pointer }) => pointer === "/text");
    const cut = sentences.flatMap((quote) =>
      Array.from({ length: quote.evidence.length - 1 }, (_, at): readonly Bullet[] => [
        both({ ...quote, end: quote.start + at + 1 }, quote.evidence.slice(0, at + 1)),
        both({ ...quote, start: quote.start + at + 1 }, quote.evidence.slice(at + 1)),
      ]).flat(),
    );

    expect(cut.filter((quote) => rejectionsOf(source, quote, "extractive").length === 0)).toEqual(
      [],
    );
    expect(cut.filter((quote) => isShown(quote))).toEqual([]);
  });

  it("is rejected if its case, joins, composition or spaces differ", () => {
    const changed = quotes.flatMap((quote, at) => {
      const { evidence } = quote;
      const next = quotes[(at + 1) % quotes.length]?.evidence ?? "";
      const texts = [
        evidence.toUpperCase(),
        `${evidence} ${next}`,
        `${evidence} `,
        evidence.replace(" ", "  "),
        evidence.replace(" ", "\u00A0"),
        evidence.replace("o", "о"),
        evidence.replace("o", "o\u200B"),
      ];
      return texts.map((other) => both(quote, other));
    });

    expect(changed.filter((quote) => isShown(quote))).toEqual([]);
  });
});

describe("SECURITY 59: a claim", { timeout }, () => {
  it("is shown if it equals its quote", async () => {
    expect(await shownOf("extractive", { span: "s1" }, { span: "s5" })).toEqual([
      "The pump did not run on Monday.",
      "other: Bob opened all valves in the south.",
    ]);
  });

  it.each([
    ["invents", { span: "s1", claim: "All is well." }],
    ["brings a quote of its own", { span: "s1", evidence: "All is well." }],
    ["brings a place of its own", { pointer: "/text", start: 0, end: 10, claim: "The pump d" }],
    ["names a span that is not there", { span: "s99" }],
    ["names a span of the language", { span: "__proto__" }],
    ["is no choice at all", "The pump ran on Monday."],
    ["takes another's words", { span: "s1", claim: "Bob opened all valves in the south." }],
    ["quotes what was taken out", { span: "s3" }],
  ])("is not shown when it %s", async (_title, said) => {
    expect(await shownOf("extractive", said)).toEqual([]);
    expect(await shownOf("paraphrase", said)).toEqual([]);
  });

  it.each([
    "The pump did run on Monday.",
    "The pump did not run on Tuesday.",
    "The pumps never ran on Monday and all valves failed.",
  ])("in other words is not shown if its meaning differs: %s", async (claim) => {
    expect(await shownOf("paraphrase", { span: "s1", claim })).toEqual([]);
  });

  it.each(["It used 40 kg of oil.", "It used 40 lb of oil unless the log is wrong."])(
    "is not shown without its condition or in another unit: %s",
    async (claim) => {
      expect(await shownOf("paraphrase", { span: "s2", claim })).toEqual([]);
    },
  );

  it("is shown once, even if chosen several times", async () => {
    const often = Array.from({ length: 10 }, () => ({ span: "s4" }));

    expect(await shownOf("extractive", ...often)).toEqual(["Ada closed 3 valves."]);
  });
});
