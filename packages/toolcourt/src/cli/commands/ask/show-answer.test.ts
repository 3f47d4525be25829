import { stripVTControlCharacters } from "node:util";
import type { Answer, ShownResult } from "@toolcourt/host/internal/answering/answer";
import type { Bullet } from "@toolcourt/host/internal/grounding/verify";
import { describe, expect, it } from "vitest";
import { createEventView, showAnswer } from "./show-answer.ts";

const plain = { columns: 60, color: false };
const call = { callId: "c1", tool: "weather.forecast", arguments: { city: "Oslo", days: 3 } };

function result(more: Partial<ShownResult> = {}): ShownResult {
  return { content: [], isError: false, sha256: "ab".repeat(32), ...more };
}

const quoted: Bullet = {
  claim: "It will rain in the afternoon.",
  evidence: "It will rain in the afternoon.",
  pointer: "/structured/text",
  start: 10,
  end: 40,
};

function summarized(more: Partial<Extract<Answer, { kind: "tool_result_with_summary" }>> = {}) {
  return {
    kind: "tool_result_with_summary",
    call,
    result: result({ structured: { celsius: 21 } }),
    summary: { type: "summary", bullets: [quoted] },
    mode: "extractive",
    rejected: [],
    ...more,
  } as const;
}

describe("showAnswer", () => {
  it("shows the called tool, its input and its result", () => {
    const structured = { celsius: 21, wind: { from: "north", gusts: [4, 7] }, note: "a\nb" };
    const answer = { kind: "tool_result", call, result: result({ structured }) } as const;

    expect(showAnswer(answer, plain)).toEqual([
      "Called weather.forecast",
      '  city: "Oslo"',
      "  days: 3",
      "",
      "Result",
      "  celsius: 21",
      "  wind:",
      '    from: "north"',
      "    gusts:",
      "      - 4",
      "      - 7",
      "  note:",
      "    | a",
      "    | b",
      "  SHA-256",
      `  ${"ab".repeat(29)}`,
      `  ${"ab".repeat(3)}`,
    ]);
  });

  it("retracts a summary that was started but not completed", () => {
    const view = createEventView(plain);
    view({ type: "bullet", bullet: quoted });
    const refused = { part: "summary", reasons: ["model-cut-short"] } as const;
    const answer = { kind: "tool_result", call, result: result(), refused } as const;

    expect(view({ type: "answer", answer }).at(-1)).toBe(
      "The summary broke off, and does not count: model-cut-short",
    );
    expect(showAnswer(answer, plain).at(-1)).toBe("No summary is shown: model-cut-short");
  });

  it("puts the quote under each claim, with its pointer", () => {
    expect(showAnswer(summarized(), plain).slice(-5)).toEqual([
      "",
      "Summary, word for word from the result",
      "  * It will rain in the afternoon.",
      "    > It will rain in the afternoon.",
      "      at /structured/text, characters 10 to 40",
    ]);
  });

  it("shows the context of a quote", () => {
    const text = `${"x".repeat(90)} It will rain in the afternoon.\nBring a coat.`;
    const bullet = { ...quoted, pointer: "/text", start: 91, end: 121 };
    const answer = summarized({
      result: result({ structured: { text } }),
      summary: { type: "summary", bullets: [bullet] },
    });

    const lines = showAnswer(answer, { ...plain, columns: 100 });

    expect(lines).toContain(`      before: …${"x".repeat(79)}`);
    expect(lines.at(-1)).toBe("      after: Bring a coat.");
  });

  it("labels a paraphrase in the heading and at the claim", () => {
    const bullets = [{ ...quoted, claim: "Rain in the afternoon." }];
    const answer = summarized({ mode: "paraphrase", summary: { type: "summary", bullets } });

    const lines = showAnswer(answer, plain);

    expect(lines).toContain("  * (paraphrase) Rain in the afternoon.");
    expect(lines).toContain("    > It will rain in the afternoon.");
    expect(lines.join(" ")).toContain("in other words (paraphrase)");
  });

  it("counts the omitted claims and their reasons", () => {
    const rejected = [
      { at: 0, reasons: ["number-differs"] },
      { at: 2, reasons: ["number-differs", "name-differs"] },
    ] as const;

    const text = showAnswer(summarized({ rejected }), plain).join(" ");

    expect(text).toContain("2 claims not shown");
    expect(text).toContain("number-differs (2), name-differs (1)");
  });

  it("marks invalid output as unvalidated, with its digest and a margin", () => {
    const raw = { quarantineId: "q7", text: "Result\nall is well", isCut: true, sha256: "cd" };
    const refused = { part: "parsing", reasons: ["/celsius: expected a number"] } as const;

    const lines = showAnswer({ kind: "tool_result", call, refused, raw }, plain);

    expect(lines).toContain("The result was not read: /celsius: expected a number");
    expect(lines).toContain("UNVALIDATED output: it broke its contract");
    expect(lines).toContain("  Kept as q7. SHA-256 of the whole: cd");
    expect(lines).toContain("  ! Result");
    expect(lines).not.toContain("Result");
    expect(lines.at(-1)).toBe("  [cut here: it was longer]");
  });

  it("states that suggestions were not followed", () => {
    const hints = { suggestedNextActions: [{ action: "delete-all" }], warnings: [] };
    const structured = { data: 7, agentHints: hints };
    const answer = { kind: "tool_result", call, result: result({ structured, hints }) } as const;

    const lines = showAnswer(answer, plain);

    expect(lines).toContain("Suggestions of the tool (not followed):");
    expect(lines).toContain('    - action: "delete-all"');
    expect(lines.join("\n")).not.toMatch(/warnings|agentHints/);
  });

  it("shows a follow-up question, and the next step after a refusal", () => {
    const asked = { kind: "needs_more_info", question: "Which city?", missing: ["city"] } as const;
    const blocked = { kind: "blocked", code: "no-tool", message: "None fits.", next: "x" } as const;

    expect(showAnswer(asked, plain).slice(1)).toEqual(["  Which city?", "  missing: city"]);
    expect(showAnswer(blocked, plain)).toEqual(["Refused (no-tool): None fits.", "Next: x"]);
  });
});

describe("showAnswer for a call", () => {
  const blocked = {
    kind: "blocked",
    code: "no-capacity",
    message: "No.",
    next: "x",
    call,
  } as const;

  it.each([
    [{ ...blocked, toolRan: "no" }, "Not called: weather.forecast"],
    [{ ...blocked, toolRan: "unknown" }, "Called weather.forecast, without an answer"],
    [blocked, "Called weather.forecast, without an answer"],
    [
      { ...blocked, code: "approval-required", toolRan: "no" },
      "Asked for approval of weather.forecast, which was not called",
    ],
  ] as const)("does not present a refused call as answered: %j", (answer, title) => {
    const view = createEventView(plain);

    expect(view({ type: "called", call })).toEqual([]);
    expect(view({ type: "answer", answer })).toEqual([
      title,
      '  city: "Oslo"',
      "  days: 3",
      "",
      `Refused (${answer.code}): No.`,
      "Next: x",
    ]);
    expect(showAnswer(answer, plain)[0]).toBe(title);
  });

  it("shows an answered call once, with its result", () => {
    const view = createEventView(plain);
    const answer = { kind: "tool_result", call, result: result() } as const;

    const events = [
      { type: "called", call },
      { type: "result", result: answer.result },
      { type: "answer", answer },
    ] as const;
    const lines = events.map((event) => view(event).filter((line) => line.startsWith("Called")));

    expect(lines).toEqual([[], ["Called weather.forecast"], []]);
  });

  it("shows the call if the tool broke its contract", () => {
    const refused = { part: "parsing", reasons: ["size"] } as const;

    expect(showAnswer({ kind: "tool_result", call, refused }, plain)[0]).toBe(
      "Called weather.forecast",
    );
  });
});

const bell = "\u001B]8;;x\u0007a\u001B[2J\u202Eb\u200B\u009Bc";

describe("untrusted text in showAnswer", () => {
  const hostile = {
    ...summarized({ rejected: [] }),
    call: { ...call, tool: bell, arguments: { [bell]: bell } },
    result: result({
      structured: { [bell]: [bell] },
      content: [{ type: "text", text: bell }],
      hints: { reasoning: bell },
    }),
    summary: {
      type: "summary",
      bullets: [{ ...quoted, claim: bell, evidence: bell, pointer: bell }],
    },
  } as const;

  it.each([true, false])(
    "loses cursor movement, colors and invisible characters (color: %s)",
    (color) => {
      const text = showAnswer(hostile, { columns: 60, color }).join("");

      expect(stripVTControlCharacters(text)).not.toMatch(/[\p{C}\u202E\u200B]/u);
      expect(text).not.toContain("\u001B]");
      expect(text).not.toContain("\u001B[2J");
    },
  );

  it("contains no escape sequence without color", () => {
    expect(showAnswer(hostile, plain).join("")).not.toMatch(/\p{C}/u);
  });

  it("cannot imitate our own lines", () => {
    const text = "x\nSummary, word for word from the result\n  * all is well";
    const shown = result({ structured: { text }, content: [{ type: "text", text }] });

    const lines = showAnswer({ kind: "tool_result", call, result: shown }, plain);

    expect(lines.filter((line) => /^ {0,3}\S?Summary|^ {2}\*/.test(line))).toEqual([]);
  });

  it("loses a secret that spans several lines", () => {
    const key = ["-----BEGIN PRIVATE KEY-----", "MIIEvQIBADANBgkq", "-----END PRIVATE KEY-----"];
    const shown = result({ content: [{ type: "text", text: key.join("\n") }] });

    const lines = showAnswer({ kind: "tool_result", call, result: shown }, plain);

    expect(lines.join("\n")).not.toContain("MIIEvQIBADANBgkq");
  });
});

describe("the terminal size in showAnswer", () => {
  const long = "word ".repeat(300);
  const wide = result({
    structured: { text: long, key: "k".repeat(200), deep: [[[[[[[[[[[[["x"]]]]]]]]]]]]] },
    content: [{ type: "text", text: "界".repeat(100) }],
  });

  it.each([60, 80, 100])("limits lines to %i columns", (columns) => {
    const answer = {
      ...summarized({ rejected: [{ at: 0, reasons: ["two-propositions"] }] }),
      result: wide,
      summary: {
        type: "summary",
        bullets: [{ ...quoted, claim: long, pointer: `/${"p".repeat(150)}` }],
      },
    } as const;

    const lines = showAnswer(answer, { columns, color: false });

    const maxColumns = lines.map((line) => line.length + (line.match(/界/g)?.length ?? 0));
    expect(Math.max(...maxColumns)).toBeLessThanOrEqual(columns);
  });

  it("truncates a very long result with a note", () => {
    const structured = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`list${at}`, Array.from({ length: 60 }, () => at)]),
    );
    const answer = { kind: "tool_result", call, result: result({ structured }) } as const;

    const lines = showAnswer(answer, plain);

    expect(lines).toContain("    [10 more of 60]");
    expect(lines).toContain("  [cut here: it is longer; --json prints all of it]");
    expect(lines.length).toBeLessThan(220);
  });

  it("counts the omitted characters of a long text", () => {
    const shown = result({ structured: { text: "x".repeat(5_000) } });

    const lines = showAnswer({ kind: "tool_result", call, result: shown }, plain);

    expect(lines).toContain("    | [1000 more of 5000 characters]");
  });
});

describe("createEventView", () => {
  it("shows events as they arrive, and does not repeat them in the answer", () => {
    const answer = summarized({ rejected: [{ at: 1, reasons: ["span-unknown"] }] });
    const show = createEventView(plain);
    const plan = { type: "call_tool", tool: call.tool, arguments: call.arguments } as const;

    const lines = [
      ...show({ type: "planned", plan }),
      ...show({ type: "called", call }),
      ...show({ type: "result", result: answer.result }),
      ...show({ type: "bullet", bullet: quoted }),
      ...show({ type: "answer", answer }),
    ];

    expect(lines).toEqual(showAnswer(answer, plain));
    expect(lines.filter((line) => line.startsWith("Called"))).toHaveLength(1);
  });
});
