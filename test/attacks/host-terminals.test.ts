import { stripVTControlCharacters } from "node:util";
import { isJsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import type { Answer } from "../../packages/host/src/answering/answer.ts";
import { sharedData } from "../../packages/testing/src/shared-data.ts";
import { showAnswer } from "../../packages/toolcourt/src/cli/commands/ask/show-answer.ts";

const data = sharedData("attack-cases", ".jsonl");

/** Returns the texts of all attack files. */
function texts(): readonly string[] {
  const lines = data
    .files()
    .filter(({ name }) => /terminal|hidden/.test(name))
    .flatMap(({ bytes }) => Buffer.from(bytes).toString("utf8").split("\n"));
  return lines.flatMap((line) => {
    const row: JsonValue = line.trim() === "" ? null : parseJson(line);
    const text = isJsonObject(row) ? own(row, "text") : undefined;
    return typeof text === "string" ? [text] : [];
  });
}

/** Returns answers with the text in every untrusted position. */
function answersWith(text: string): readonly Answer[] {
  const call = { callId: "c", tool: text, arguments: { [text]: text, list: [text] } };
  const result = {
    structured: { [text]: { deep: [text] } },
    content: [
      { type: "text", text },
      { type: text, uri: text },
    ],
    isError: true,
    hints: { reasoning: text, suggestedNextActions: [{ action: text }] },
    sha256: "ab",
  };
  const bullet = { claim: text, evidence: `${text}.`, pointer: `/${text}`, start: 0, end: 9 };
  const raw = { quarantineId: text, text, isCut: true, sha256: "cd" };
  return [
    { kind: "blocked", code: text, message: text, next: text, call },
    { kind: "needs_more_info", question: text, missing: [text] },
    {
      kind: "tool_result",
      call,
      raw,
      refused: { part: "parsing", reasons: [text], issues: [text] },
    },
    {
      kind: "tool_result_with_summary",
      call,
      result,
      summary: { type: "summary", bullets: [bullet] },
      mode: "paraphrase",
      rejected: [],
    },
  ];
}

describe.skipIf(data.missing !== undefined)(
  `SECURITY 54: an answer on a terminal${data.missing === undefined ? "" : `: ${data.missing}`}`,
  () => {
    it("contains no terminal control characters from any source", () => {
      const all = texts();
      const lines = all.flatMap((text) =>
        answersWith(text).flatMap((answer) => showAnswer(answer, { columns: 60, color: false })),
      );

      expect(all.length).toBeGreaterThan(10);
      expect(
        lines.filter((line) => /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(line)),
      ).toEqual([]);
    });

    it("contains only our own color codes if colors are on", () => {
      // Colors do not change the handling of text, so a sample is enough.
      const some = texts().filter((_, at) => at % 5 === 0);
      const lines = some.flatMap((text) =>
        answersWith(text).flatMap((answer) => showAnswer(answer, { columns: 60, color: true })),
      );
      // oxlint-disable-next-line no-control-regex -- these are the escapes that are ours
      const ours = /\u001B\[(?:\d{1,2})m/g;
      const left = lines.map((line) => line.replaceAll(ours, ""));

      expect(left.filter((line) => /\p{C}/u.test(line))).toEqual([]);
      expect(lines.join("\n")).not.toBe(stripVTControlCharacters(lines.join("\n")));
    });
  },
);
