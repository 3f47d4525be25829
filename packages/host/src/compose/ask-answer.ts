import { z } from "zod";
import type { Answer, ResultShown, SummaryShown } from "../answering/answer.ts";

// The result of the `ask` tool: an answer of the host without the parts meant only for people.

const anyJson = z.unknown();
const text = z.string();
const anyValue = z.union([
  z.record(text, anyJson),
  z.array(anyJson).readonly(),
  text,
  z.number(),
  z.boolean(),
  z.null(),
]);

const callMade = z
  .object({
    callId: text.describe("The call's id in the audit log"),
    tool: text.describe("Name of the tool that was called"),
    arguments: z.record(text, anyJson).describe("The arguments of the call"),
  })
  .describe("The only call of the question");

const shownResult = z
  .object({
    structured: anyValue.optional().describe("The structured content of the result"),
    content: z.array(anyJson).describe("The content blocks of the result"),
    isError: z.boolean().describe("Whether the tool reported an error"),
    hints: z
      .record(text, anyJson)
      .optional()
      .describe("The tool's suggestions; they are not carried out"),
    sha256: text.describe("SHA-256 of the result as shown"),
  })
  .describe("The tool's result, validated and redacted");

const bullet = z.object({
  claim: text.describe("A statement about the result"),
  evidence: text.describe("The quoted text of the result"),
  pointer: text.describe("JSON Pointer to the quoted value"),
  start: z.int().describe("Start of the quote in the value"),
  end: z.int().describe("End of the quote in the value"),
});

/** The output schema of `ask`. */
export const askAnswer = z.object({
  kind: z
    .enum(["blocked", "needs_more_info", "tool_result", "tool_result_with_summary"])
    .describe("The kind of answer"),
  code: text.optional().describe("The code of the refusal"),
  message: text.optional().describe("The message of the refusal"),
  next: text.optional().describe("The next command for an operator"),
  question: text.optional().describe("The question to ask the person"),
  missing: z.array(text).optional().describe("Names of the missing parameters"),
  call: callMade.optional(),
  toolRan: z
    .enum(["no", "unknown"])
    .optional()
    .describe("Whether the tool of a blocked call ran anyway"),
  result: shownResult.optional(),
  refused: z
    .object({
      part: z.enum(["parsing", "summary"]).describe("The missing part"),
      reasons: z.array(text).describe("Codes of the reasons"),
    })
    .optional()
    .describe("Why there is no typed result or no summary"),
  quarantined: z
    .object({
      quarantineId: text.describe("Id of the stored output, for a person"),
      sha256: text.describe("SHA-256 of the tool's output"),
    })
    .optional()
    .describe("The output that violates the tool's contract"),
  note: text.optional().describe("A note about the result, in one sentence"),
  summary: z
    .object({ bullets: z.array(bullet).describe("Claims, each with its quote") })
    .optional()
    .describe("The answer of the result to the question"),
  mode: z
    .enum(["extractive", "paraphrase"])
    .optional()
    .describe("Whether claims are quotes or paraphrases"),
  rejected: z
    .array(
      z.object({
        at: z.int().describe("Index of the claim"),
        reasons: z.array(text).describe("Codes of the reasons"),
      }),
    )
    .optional()
    .describe("Claims that are not shown"),
});

export type AskAnswer = z.input<typeof askAnswer>;

/** Converts an answer for protocol clients, most likely models. Leaves out unvalidated output. */
export function askAnswerOf(answer: Answer): AskAnswer {
  switch (answer.kind) {
    case "blocked": {
      const { kind, code, message, next, call, toolRan } = answer;
      return { kind, code, message, next, ...(call && { call }), ...(toolRan && { toolRan }) };
    }
    case "needs_more_info": {
      const { kind, question, missing } = answer;
      return { kind, question, missing: [...missing] };
    }
    case "tool_result":
      return resultData(answer);
    case "tool_result_with_summary":
      return summaryData(answer);
    default:
      return answer satisfies never;
  }
}

function resultData({ kind, call, result, refused, raw, note }: ResultShown): AskAnswer {
  return {
    kind,
    call,
    ...(result && { result: { ...result, content: [...result.content] } }),
    ...(refused && { refused: { part: refused.part, reasons: [...refused.reasons] } }),
    ...(raw && { quarantined: { quarantineId: raw.quarantineId, sha256: raw.sha256 } }),
    ...(note !== undefined && { note }),
  };
}

function summaryData({ kind, call, result, summary, mode, rejected }: SummaryShown): AskAnswer {
  return {
    kind,
    call,
    result: { ...result, content: [...result.content] },
    summary: { bullets: summary.bullets.map((each) => ({ ...each })) },
    mode,
    rejected: rejected.map(({ at, reasons }) => ({ at, reasons: [...reasons] })),
  };
}
