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
    arguments: z.record(text, anyJson).describe("What it was called with"),
  })
  .describe("The one call that the question had");

const shownResult = z
  .object({
    structured: anyValue.optional().describe("What the tool returned as data"),
    content: z.array(anyJson).describe("What the tool returned as content of the protocol"),
    isError: z.boolean().describe("Whether the tool says that it failed"),
    hints: z.record(text, anyJson).optional().describe("What the tool suggests; nobody does it"),
    sha256: text.describe("SHA-256 of the result as it is shown"),
  })
  .describe("What the tool said, checked and redacted");

const bullet = z.object({
  claim: text.describe("What is said of the result"),
  evidence: text.describe("The characters of the result that it comes from"),
  pointer: text.describe("JSON Pointer to the value that the characters stand in"),
  start: z.int().describe("Where in the value they begin"),
  end: z.int().describe("Where they end"),
});

/** The output schema of `ask`. */
export const askAnswer = z.object({
  kind: z
    .enum(["blocked", "needs_more_info", "tool_result", "tool_result_with_summary"])
    .describe("What the question came to"),
  code: text.optional().describe("Why it was blocked, as a code"),
  message: text.optional().describe("Why it was blocked, in a sentence"),
  next: text.optional().describe("What an operator can type next"),
  question: text.optional().describe("What to ask the person for"),
  missing: z.array(text).optional().describe("Names of the parameters that are missing"),
  call: callMade.optional(),
  toolRan: z
    .enum(["no", "unknown"])
    .optional()
    .describe("Whether the tool of a blocked call has run all the same"),
  result: shownResult.optional(),
  refused: z
    .object({
      part: z.enum(["parsing", "summary"]).describe("What could not be had"),
      reasons: z.array(text).describe("Codes of the reasons"),
    })
    .optional()
    .describe("Why there is no typed result or no summary"),
  quarantined: z
    .object({
      quarantineId: text.describe("Under which a person finds what the tool returned"),
      sha256: text.describe("SHA-256 of what the tool returned"),
    })
    .optional()
    .describe("Where that lies which the contract of the tool forbids"),
  note: text.optional().describe("What there is to say of the result, in a sentence"),
  summary: z
    .object({ bullets: z.array(bullet).describe("Claims, each with its quote") })
    .optional()
    .describe("What the result says to the question"),
  mode: z
    .enum(["extractive", "paraphrase"])
    .optional()
    .describe("Whether claims are quotes or other words for them"),
  rejected: z
    .array(
      z.object({
        at: z.int().describe("Which of the claims"),
        reasons: z.array(text).describe("Codes of the reasons"),
      }),
    )
    .optional()
    .describe("Claims that were not shown"),
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
