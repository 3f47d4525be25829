import { describe, expect, it } from "vitest";
import { createSource } from "./source.ts";
import { choiceGrammar, ground, summarize } from "./summary.ts";
import { paraphraseRejections, rejectionsOf } from "./verify.ts";

const result = {
  text: "Dr. Ada sold 4 boats in 2019. Bob did not sell any boats, and he kept 5 kg of rope. The key is ***, as he said.",
  record: { status: "open", count: 3, "a/b": true },
};
const source = createSource(result);

describe("a source", () => {
  it("is split into sentences and fields, each with its location", () => {
    expect(source.spans.map(({ id, text, pointer }) => [id, pointer, text])).toEqual([
      ["s1", "/text", "Dr. Ada sold 4 boats in 2019."],
      ["s2", "/text", "Bob did not sell any boats, and he kept 5 kg of rope."],
      ["s3", "/text", "The key is ***, as he said."],
      ["s4", "/record/status", "status: open"],
      ["s5", "/record/count", "count: 3"],
      ["s6", "/record/a~1b", "a/b: true"],
    ]);
  });

  it("returns each sentence exactly as in the result", () => {
    const sentences = source.spans.filter(({ kind }) => kind === "sentence");
    for (const { start, end, text } of sentences) expect(result.text.slice(start, end)).toBe(text);
    expect(sentences).toHaveLength(3);
  });
});

describe("summarize", () => {
  it("quotes spans about the question verbatim", () => {
    const { summary, rejected } = summarize(source, "What is the status, and who kept rope?");
    expect(summary.bullets.map(({ claim }) => claim)).toEqual([
      "Bob did not sell any boats, and he kept 5 kg of rope.",
      "status: open",
    ]);
    expect(rejected).toEqual([]);
  });

  it("has the form of the requirement: a type, and bullets of claim and evidence (S0-37)", () => {
    const { summary } = summarize(source, "What is the status?");
    expect(summary).toMatchObject({
      type: "summary",
      bullets: [{ claim: "status: open", evidence: "status: open" }],
    });
    expect(summary.bullets).toHaveLength(1);
  });

  it("omits redacted spans, with the reason", () => {
    const { rejected } = summarize(source, "What is the key?");
    expect(rejected).toEqual([{ at: 0, reasons: ["evidence-redacted"] }]);
  });
});

describe("a choice of spans", () => {
  it("cannot contain its own quote", () => {
    const answer = { bullets: [{ span: "s1", evidence: "Ada sold all boats." }] };
    expect(choiceGrammar.safeParse(answer).success).toBe(false);
  });

  it("cannot name an unknown span", () => {
    const { summary, rejected } = ground(source, { bullets: [{ span: "s99" }] }, "extractive");
    expect(summary.bullets).toEqual([]);
    expect(rejected).toEqual([{ at: 0, reasons: ["span-unknown"] }]);
  });

  it("cannot reword a span, unless in paraphrase mode", () => {
    const choice = { bullets: [{ span: "s1", claim: "In 2019, Dr. Ada sold 4 boats." }] };
    expect(ground(source, choice, "extractive").rejected).toHaveLength(1);
    expect(ground(source, choice, "paraphrase").rejected).toEqual([]);
  });
});

function cut(from: string, to: string) {
  const start = result.text.indexOf(from);
  const end = result.text.indexOf(to) + to.length;
  const evidence = result.text.slice(start, end);
  return { pointer: "/text", start, end, evidence, claim: evidence };
}

describe("a quote", () => {
  const [, bob] = source.spans;
  const whole = { pointer: "/text", start: bob?.start ?? 0, end: bob?.end ?? 0 };

  it.each([
    ["evidence-not-verbatim", { ...whole, claim: "Bob sold.", evidence: "Bob sold." }],
    ["evidence-too-short", cut("Bob", "not")],
    ["evidence-out-of-negation", cut("he kept", "rope")],
    ["evidence-redacted", cut("The key", "*,")],
    ["evidence-not-whole", cut("Dr. Ada", "boats")],
    ["two-propositions", cut("Dr. Ada", "rope.")],
  ])("is refused: %s", (reason, bullet) => {
    expect(rejectionsOf(source, bullet, "extractive")).toEqual([reason]);
  });
});

describe("a quote that drops a condition", () => {
  it("is refused", () => {
    const text = "The pump runs all day unless the log is wrong.";
    const quote = { pointer: "/text", start: 0, end: 21, evidence: text.slice(0, 21) };

    expect(
      rejectionsOf(createSource({ text }), { ...quote, claim: quote.evidence }, "extractive"),
    ).toEqual(["evidence-out-of-condition"]);
  });
});

describe("an oversized result", () => {
  it.each([
    ["sentences", "The pump did not run on Monday. ".repeat(30_000)],
    ["a sentence without end", "word ".repeat(100_000)],
    ["abbreviations", "Dr. ".repeat(100_000)],
    ["lines", "\n".repeat(300_000)],
  ])("has a bounded number of spans: %s", (_title, text) => {
    const { spans } = createSource({ text, other: "The valve is closed now." });

    expect(spans.length).toBeLessThanOrEqual(2_000);
    expect(spans.every((span) => span.text.length <= 2_000)).toBe(true);
  });
});

describe("a paraphrase that repeats its quote", () => {
  it("is shown at any length, if the quote is whole", () => {
    const choice = { bullets: [{ span: "s4", claim: "status: open" }] };

    expect(ground(source, choice, "paraphrase").rejected).toEqual([]);
  });
});

describe("a paraphrase of a field", () => {
  const fields = createSource({ role: "admin", errors: 0, fault: null });

  it.each([
    ["s1", "Bob has the role admin."],
    ["s1", "Ada has the role admin."],
    ["s2", "There were errors."],
    ["s3", "There was a fault."],
  ])("is refused if it says more than %s: %s", (span, claim) => {
    expect(ground(fields, { bullets: [{ span, claim }] }, "paraphrase").rejected).toHaveLength(1);
  });

  it.each([
    ["s1", "The role is admin."],
    ["s2", "There were no errors."],
    ["s2", "There were 0 errors."],
  ])("is shown if it says the same as %s: %s", (span, claim) => {
    expect(ground(fields, { bullets: [{ span, claim }] }, "paraphrase").rejected).toEqual([]);
  });
});

describe("a paraphrase", () => {
  it.each([
    ["number-differs", "Ada sold 4 boats to Bob.", "Ada sold 5 boats to Bob."],
    ["unit-differs", "The load weighs 5 kg in all.", "The load weighs 5 lb in all."],
    ["date-differs", "It opened on May 3, 2020.", "It opened on May 2020, on 4 May."],
    ["identifier-differs", "The order AB-123 was sent.", "The order AB-124 was sent."],
    ["name-differs", "Yesterday the harbor hired Ada.", "Yesterday the harbor hired Eve."],
    ["negation-differs", "The valve is not closed now.", "The valve is closed now."],
    ["negation-differs", "The valve is closed now.", "The valve isn't closed now."],
    ["quantifier-differs", "Some valves are closed now.", "All valves are closed now."],
    ["quantifier-differs", "Some valves are closed now.", "Valves are closed now."],
    ["comparison-differs", "Prices increased in the north.", "Prices decreased in the north."],
    ["comparison-differs", "Oak is harder than pine wood.", "Pine wood is harder than oak."],
    ["modality-differs", "The pump may fail in winter.", "The pump must fail in winter."],
    ["modality-differs", "The pump may leak in winter.", "The pump leaks in winter."],
    ["condition-differs", "The pump leaks unless it is new.", "The pump leaks in any case."],
    ["condition-differs", "If it rains, the gate stays open.", "The gate stays open."],
    ["quantifier-differs", "Many valves are closed now.", "Most valves are closed now."],
    ["quantifier-differs", "All valves are closed now.", "Some valves are closed now."],
    ["modality-differs", "The pump must stop in winter.", "The pump may stop in winter."],
    ["comparison-differs", "It sold over 130 boats.", "It sold under 130 boats."],
    ["negation-differs", "The gate never opens at night.", "The gate opens at night."],
    ["date-differs", "It opened on 3 May 2020.", "It opened on 3 June 2020."],
    ["subject-differs", "Ada has 4 boats and Bob has 5 rafts.", "Ada has 5 rafts."],
    ["subject-differs", "Last year Ada hired Bob.", "Last year Bob hired Ada."],
    ["subject-differs", "Ada owes Bob 50 dollars.", "Bob owes Ada 50 dollars."],
    ["subject-differs", "It ran on 3 of 4 pumps.", "It ran on 4 of 3 pumps."],
    ["negation-differs", "The key is stored unencrypted.", "The key is stored encrypted."],
    ["negation-differs", "The key is stored encrypted.", "The key is stored unencrypted."],
    ["negation-differs", "The northern pump is down.", "The northern pump is up."],
    ["comparison-differs", "Fewer than 30 boats came.", "30 boats came."],
    ["words-not-in-evidence", "The valve is closed.", "The engineer repaired a leaking pump."],
    ["two-propositions", "The valve is closed.", "The valve is closed. The pump is open."],
  ])("is refused: %s", (reason, evidence, claim) => {
    expect(paraphraseRejections(claim, evidence)).toContain(reason);
  });

  it.each([
    [
      "On 3 May 2020 the north gate of the harbor opened.",
      "The harbor's north gate opened on May 3, 2020.",
    ],
    ["All valves of the northern pump are closed.", "The northern pump's valves are closed."],
    ["Over 130 boats were sold in May.", "In May over 130 boats were sold."],
    ["Ada owes Bob 50 dollars.", "Ada owes 50 dollars to Bob."],
    ["It is open in summer and closed in winter.", "It is closed in winter."],
    [
      "Both houses of the old parliament have to pass the water law.",
      "Both houses of the old parliament must pass the water law.",
    ],
    [
      "The northern pump is not only the oldest pump of the harbor, it is also the loudest.",
      "The northern pump is the oldest pump of the harbor.",
    ],
    [
      "The northern pump leaks oil in winter, and it stops at night.",
      "In winter the northern pump leaks oil, and it stops at night.",
    ],
    [
      "The harbor serves Oslo, Bergen, Tromsø and Bodø by boat every day.",
      "By boat the harbor serves Bodø, Tromsø, Bergen and Oslo every day [2].",
    ],
    [
      "If the gate of the harbor is open, boats may wait outside of it.",
      "Boats may wait outside of the gate of the harbor.",
    ],
  ])("may say less, or the same in another order", (evidence, claim) => {
    expect(paraphraseRejections(claim, evidence)).toEqual([]);
  });
});
