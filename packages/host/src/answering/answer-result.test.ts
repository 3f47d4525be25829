import type { JsonValue } from "@toolcourt/sdk";
import { noAbort } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { createSource } from "../grounding/source.ts";
import { ModelFailure } from "../model-failure.ts";
import type { ChooseQuotes, SummaryRequest } from "../ports.ts";
import type { Answer } from "./answer.ts";
import { hasContent, isEmpty, quotable, showResult, summarizeResult } from "./answer-result.ts";

const structured = {
  title: "The bridge",
  text: "The bridge has two lanes. It was not closed in 2019. It is 120 m long.",
};
const call = { callId: "1", tool: "get-bridge", arguments: {} };
const result = { structured, content: [], isError: false, sha256: "" };

/** Returns the bullets as shown, and the final answer. */
async function summarized(
  choose: ChooseQuotes | undefined,
  differences: Partial<SummaryRequest> = {},
): Promise<{ readonly shown: readonly string[]; readonly answer: Answer }> {
  const request: SummaryRequest = {
    question: "How long is the bridge?",
    source: createSource(structured),
    mode: "extractive",
    signal: noAbort,
    ...differences,
  };
  const events = summarizeResult({ choose, call, result }, request);
  const shown: string[] = [];
  for (;;) {
    const next = await events.next();
    if (next.done === true) return { shown, answer: next.value };
    shown.push(next.value.bullet.claim);
  }
}

function saying(...said: readonly unknown[]): ChooseQuotes {
  return async function* () {
    yield* said;
  };
}

async function* endless(): AsyncGenerator {
  for (;;) yield { span: "s99" };
}

const [title, lanes, closed, long] = createSource(structured).spans.map(({ id }) => id);

describe("a summary", () => {
  it("consists of quotes without a chooser", async () => {
    const { shown, answer } = await summarized(undefined);

    expect(shown).toContain("It is 120 m long.");
    expect(answer).toMatchObject({ kind: "tool_result_with_summary", mode: "extractive" });
  });

  it("contains the chosen bullets, once each and verbatim", async () => {
    const chosen = [{ span: long }, { span: title }, { span: long }];

    const { shown, answer } = await summarized(saying(...chosen));

    expect(shown).toEqual(["It is 120 m long.", "title: The bridge"]);
    expect(answer).toMatchObject({ kind: "tool_result_with_summary", rejected: [] });
  });

  it("omits claims that exceed their quotes, and lists them with reasons", async () => {
    const said = [
      { span: long, claim: "It is 210 m long." },
      { span: closed, claim: "It was closed in 2019." },
      { span: lanes, claim: "The bridge has two lanes." },
      { span: "s99" },
      { evidence: "invented" },
      { span: lanes, claim: "The bridge has two\u200B lanes." },
      "The bridge is made of gold.",
    ];

    const { shown, answer } = await summarized(saying(...said), { mode: "paraphrase" });

    expect(shown).toEqual(["The bridge has two lanes."]);
    expect(answer).toMatchObject({
      kind: "tool_result_with_summary",
      mode: "paraphrase",
      rejected: [0, 1, 3, 4, 5, 6].map((at) => ({ at })),
    });
  });

  it("is refused with reasons if no bullet is grounded", async () => {
    const { shown, answer } = await summarized(saying({ span: "s98" }, { span: "s99" }));

    expect(shown).toEqual([]);
    expect(answer).toMatchObject({
      kind: "tool_result",
      result,
      refused: { part: "summary", reasons: ["span-unknown"] },
    });
  });

  it("is refused if nothing is chosen", async () => {
    expect((await summarized(saying())).answer).toMatchObject({
      refused: { part: "summary", reasons: ["nothing-chosen"] },
    });
  });

  it.each([
    [new Error("sesame"), "chooser-failed"],
    [new ModelFailure("timed-out"), "model-timed-out"],
  ])("is refused if the chooser fails: %s", async (error, reason) => {
    const failing: ChooseQuotes = async function* () {
      yield { span: title };
      throw error;
    };

    const { answer } = await summarized(failing);

    expect(answer).toMatchObject({ kind: "tool_result", refused: { reasons: [reason] } });
    expect(JSON.stringify(answer)).not.toContain("sesame");
  });

  it("is refused if the caller has canceled", async () => {
    const { answer } = await summarized(saying({ span: title }), { signal: AbortSignal.abort() });

    expect(answer).toMatchObject({ refused: { reasons: ["question-withdrawn"] } });
  });

  it("ends even if the chooser does not", async () => {
    const { answer } = await summarized(endless);

    expect(answer).toMatchObject({ refused: { reasons: ["span-unknown"] } });
  });
});

const agentHints = { reasoning: "Found." };

describe("showResult", () => {
  it("includes the hints of an envelope, or those next to a result", () => {
    const envelope = { data: 1, agentHints, metadata: {} };
    const meta = { "dev.toolcourt/agentHints": agentHints, other: "left behind" };

    const shown = [
      showResult({ content: [], structuredContent: envelope, isError: false }),
      showResult({ content: [], structuredContent: { a: 1 }, isError: false, meta }),
      showResult({ content: [], structuredContent: { a: 1 }, isError: false }),
    ];

    expect(shown.map(({ hints }) => hints)).toEqual([agentHints, agentHints, undefined]);
    expect(JSON.stringify(shown)).not.toContain("left behind");
  });

  it("has a different hash for a different result", () => {
    const hashes = [1, 2].map(
      (celsius) =>
        showResult({ content: [], structuredContent: { celsius }, isError: false }).sha256,
    );

    expect(new Set(hashes).size).toBe(2);
  });
});

describe("quotable", () => {
  it.each<[JsonValue, JsonValue]>([
    [{ celsius: 21 }, { celsius: 21 }],
    [{ data: { a: 1 }, agentHints, metadata: {} }, { data: { a: 1 } }],
    [
      { data: { a: 1 }, agentHints },
      { data: { a: 1 }, agentHints },
    ],
    [
      [1, 2],
      [1, 2],
    ],
  ])("reduces %j to %j", (whole, expected) => {
    expect(quotable({ structured: whole, content: [], isError: false, sha256: "" })).toEqual(
      expected,
    );
  });
});

describe("isEmpty", () => {
  it.each<JsonValue>([null, "", " \n", [], {}, { a: [], b: { c: null } }, [[], ""]])(
    "is true of %j",
    (value) => {
      expect(isEmpty(value)).toBe(true);
    },
  );

  it.each<JsonValue>([0, false, "x", [0], { count: 0 }, { a: [{ b: "x" }] }])(
    "is false of %j",
    (value) => {
      expect(isEmpty(value)).toBe(false);
    },
  );
});

it("counts images and other blocks as content, but not blank texts", () => {
  const blank = { type: "text", text: " " };

  expect([[], [blank]].map(hasContent)).toEqual([false, false]);
  expect([[blank, { type: "text", text: "x" }], [{ type: "image" }]].map(hasContent)).toEqual([
    true,
    true,
  ]);
});
