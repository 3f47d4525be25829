import type { Issue } from "@toolcourt/contracts/internal/schemas/issues";
import { isLargerThan } from "@toolcourt/gateway/internal/boundary/cleaning/json-size";
import { hintsKey } from "@toolcourt/gateway/internal/pipeline/stages/hint";
import { outputIssues } from "@toolcourt/gateway/internal/pipeline/stages/output-issues";
import type { ReceivedResult } from "@toolcourt/gateway/internal/pipeline/stages/received-result";
import {
  agentHintsSchema,
  isJsonObject,
  type JsonValue,
  own,
  pointerToken,
  type ToolContract,
} from "@toolcourt/sdk";
import {
  errorTextsOf,
  isSuccess,
  openingOf,
  soundsLikeFailure,
  soundsLikeValidation,
  textsOf,
} from "./answer.ts";
import { contradictingText, disagreementIn } from "./disagreement.ts";
import type { PreparedTool } from "./prepare-tool.ts";
import { judgeSecrets, judgeTraces, type Remark, remark, type Tried } from "./remark.ts";

const maxResultBytes = 1_048_576;

/** Returns everything wrong with a tool result. */
export async function judgeResult(
  result: ReceivedResult,
  tried: Tried,
  tool: PreparedTool,
): Promise<readonly Remark[]> {
  const refusing = tried.expectation.kind === "refuse";
  return [
    ...(result.isError === true ? judgeTraces(textsOf(result)) : []),
    ...judgeSize(result),
    ...judgeSecrets(textsOf(result), tried),
    ...(refusing ? judgeAcceptance(tried) : judgeRefusal(result, tried)),
    ...(refusing && isSuccess(tried.answer) ? [] : await judgeOutput(result, tool)),
    ...judgeAgreement(result, tool.contract),
    ...(tool.wantsHints ? judgeHints(result) : []),
  ];
}

function judgeSize({ raw, size }: ReceivedResult): readonly Remark[] {
  if (!isLargerThan(raw, size, maxResultBytes)) return [];
  return [remark("test/oversized", `at most ${maxResultBytes} bytes`, "more")];
}

function judgeAcceptance({ answer, expectation, isExample }: Tried): readonly Remark[] {
  if (!isSuccess(answer) || expectation.kind !== "refuse") return [];
  if (textsOf(answer.result).some(soundsLikeFailure)) {
    return [remark("test/error-disagrees", "isError true on a failure", "no isError")];
  }
  const accepted = { ...whyRefuse(expectation.broken[0]), got: "a success" };
  if (isExample) {
    const rule = "test/negative-example-accepted";
    return [{ rule, key: rule, ...accepted }];
  }
  const rule = expectation.isUnknownOnly ? "test/unknown-accepted" : "test/invalid-accepted";
  // One keyword left unenforced in ten places is one mistake.
  return [{ rule, key: `${rule} ${kindOf(expectation.broken[0]?.message)}`, ...accepted }];
}

function whyRefuse(issue: Issue | undefined): Pick<Remark, "expected" | "pointer"> {
  if (issue === undefined) return { expected: "a refusal" };
  return { expected: `a refusal: the schema ${issue.message}`, pointer: issue.pointer };
}

/** Strips names and amounts from an issue: `expected at most characters`. */
function kindOf(message = ""): string {
  return message.replaceAll(/"[^"]*"|\S*\d\S*|matches .*|one of .*/g, "").trim();
}

function judgeRefusal(result: ReceivedResult, tried: Tried): readonly Remark[] {
  if (result.isError !== true || tried.expectation.kind !== "accept") return [];
  if (tried.isExample) {
    return [remark("test/example-fails", "a success, as in the example", "isError true")];
  }
  const texts = errorTextsOf(result);
  if (!texts.some(soundsLikeValidation)) return [];
  const rule = "test/valid-refused";
  const expected = "an answer to valid input";
  const got = "a refusal that calls the input invalid";
  return [{ rule, key: `${rule} ${openingOf(texts)}`, expected, got }];
}

async function judgeOutput(
  { structured, isError }: ReceivedResult,
  { contract, output }: PreparedTool,
): Promise<readonly Remark[]> {
  if (contract.output === undefined) return [];
  if (structured === undefined) {
    return isError === true ? [] : [remark("test/output-missing", "structured content", "none")];
  }
  const verdict = await output?.(structured);
  if (verdict?.kind !== "invalid") return [];
  const [first = "/structuredContent: expected what the schema describes"] = outputIssues(
    verdict.issues,
    contract.output,
  );
  return [nonconformant(first)];
}

/** Parses an issue such as `/structuredContent/id: expected string`. */
function nonconformant(issue: string): Remark {
  const colon = issue.indexOf(": ");
  const expected = issue.slice(colon + 2).replace(/^expected /, "");
  return {
    rule: "test/output-nonconformant",
    key: `test/output-nonconformant ${issue.replaceAll(/\/\d+/g, "/0")}`,
    pointer: issue.slice(0, colon),
    expected,
    got: "something else",
  };
}

function judgeAgreement(result: ReceivedResult, contract: ToolContract): readonly Remark[] {
  const disagreement = disagreementIn(result, contract);
  const remarks =
    disagreement === undefined
      ? []
      : [remark("test/error-disagrees", disagreement.expected, disagreement.got)];
  const at = contradictingText(result);
  if (at === undefined) return remarks;
  return [
    ...remarks,
    {
      ...remark("test/text-disagrees", "what the structured content says", "something else"),
      pointer: `/content/${at}/text`,
    },
  ];
}

/** Returns the hints of a result, from its envelope or its metadata. */
export function hintsOf({ structured, meta }: ReceivedResult): JsonValue | undefined {
  const inside =
    structured !== undefined && isJsonObject(structured)
      ? own(structured, "agentHints")
      : undefined;
  return inside ?? (meta === undefined ? undefined : own(meta, hintsKey));
}

/** Reports hints that are missing from a result. */
function judgeHints(result: ReceivedResult): readonly Remark[] {
  const hints = hintsOf(result);
  // A refusal may come from a layer below the tool that does not know hints.
  if (hints === undefined && result.isError === true) return [];
  const rule = "test/hints-incomplete";
  if (hints === undefined) {
    return [{ rule, key: rule, expected: "hints with every result", got: "none" }];
  }
  const parsed = agentHintsSchema.safeParse(hints);
  if (parsed.success) return [];
  const [issue] = parsed.error.issues;
  const known = (issue?.path ?? []).filter((name) => typeof name !== "symbol");
  const pointer = `/agentHints${known.map((name) => pointerToken(String(name))).join("")}`;
  const got = "something else, or nothing";
  return [{ rule, key: rule, pointer, expected: "a hint of the form that agents read", got }];
}
