import type { Issue } from "@toolcourt/contracts/internal/schemas/issues";
import { isLargerThan } from "@toolcourt/gateway/internal/boundary/cleaning/json-size";
import { outputIssues } from "@toolcourt/gateway/internal/pipeline/stages/output-issues";
import type { ReceivedResult } from "@toolcourt/gateway/internal/pipeline/stages/received-result";
import type { ToolContract } from "@toolcourt/sdk";
import { errorTextsOf, isSuccess, textsOf } from "./answer.ts";
import { contradictingText, disagreementIn } from "./disagreement.ts";
import { judgeHints } from "./judge-hints.ts";
import { judgeSecrets } from "./judge-secrets.ts";
import { type Remark, remark, type Tried, traces } from "./remark.ts";
import type { ToolBench } from "./tool-bench.ts";
import { openingOf, soundsLikeFailure, soundsLikeValidation } from "./wording.ts";

const maxResultBytes = 1_048_576;

/** Returns everything wrong with a tool result. */
export async function judgeResult(
  result: ReceivedResult,
  tried: Tried,
  bench: ToolBench,
): Promise<readonly Remark[]> {
  const refusing = tried.expectation.kind === "refuse";
  return [
    ...(result.isError === true ? traces(textsOf(result)) : []),
    ...judgeSize(result),
    ...judgeSecrets(textsOf(result), tried),
    ...(refusing ? judgeAcceptance(tried) : judgeRefusal(result, tried)),
    ...(refusing && isSuccess(tried.answer) ? [] : await judgeOutput(result, bench)),
    ...judgeAgreement(result, bench.contract),
    ...(bench.wantsHints ? judgeHints(result) : []),
  ];
}

function judgeSize({ raw, size }: ReceivedResult): readonly Remark[] {
  if (!isLargerThan(raw, size, maxResultBytes)) return [];
  return [remark("test/oversized", `at most ${maxResultBytes} bytes`, "more")];
}

function judgeAcceptance({ answer, expectation, isExample }: Tried): readonly Remark[] {
  if (!isSuccess(answer) || expectation.kind !== "refuse") return [];
  if (textsOf(answer.result).some(soundsLikeFailure)) {
    return [
      remark("test/error-disagrees", "isError true on a result that says it failed", "no isError"),
    ];
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
    return [
      remark("test/example-fails", "a success, as the contract's example says", "isError true"),
    ];
  }
  const texts = errorTextsOf(result);
  if (!texts.some(soundsLikeValidation)) return [];
  const rule = "test/valid-refused";
  const expected = "an answer to an input that the schema accepts";
  const got = "a refusal that calls the input invalid";
  return [{ rule, key: `${rule} ${openingOf(texts)}`, expected, got }];
}

async function judgeOutput(
  { structured, isError }: ReceivedResult,
  { contract, output }: ToolBench,
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
