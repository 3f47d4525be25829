import { isJsonArray, isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { type Answer, isRefusal, isSuccess } from "./answer.ts";
import type { PlannedInput } from "./inputs.ts";
import { judgeResult } from "./judge-result.ts";
import type { PreparedTool } from "./prepare-tool.ts";
import { judgeSecrets, judgeTraces, type Remark, remark, type Tried } from "./remark.ts";

/** Returns everything wrong with one answer. */
export async function judgeAnswer(tried: Tried, tool: PreparedTool): Promise<readonly Remark[]> {
  const { answer } = tried;
  switch (answer.kind) {
    case "crash":
      return [remark("test/crash", wanted(tried), "the connection ended")];
    case "hang":
      return [remark("test/hang", wanted(tried), `no answer within ${Math.round(answer.ms)} ms`)];
    case "garbled":
      return [remark("test/protocol-error-malformed", wanted(tried), answer.how)];
    case "shapeless":
      return [remark("test/result-malformed", answer.issue, "something else")];
    case "asks":
      return [];
    case "rpc-error":
      return [
        ...judgeTraces(answer.texts),
        ...judgeSecrets(answer.texts, tried),
        ...judgeRpcError(answer.code, tried),
      ];
    case "result":
      return judgeResult(answer.result, tried, tool);
    default:
      return answer satisfies never;
  }
}

function wanted({ expectation }: Tried): string {
  return expectation.kind === "refuse" ? "a refusal" : "an answer";
}

function judgeRpcError(code: number, tried: Tried): readonly Remark[] {
  const { answer, expectation, isExample } = tried;
  const got = `the error ${code}`;
  if (isExample && expectation.kind === "accept") {
    return [remark("test/example-fails", "a success, as in the example", got)];
  }
  if (isRefusal(answer)) {
    if (expectation.kind !== "accept") return [];
    return [remark("test/valid-refused", "an answer to valid input", got)];
  }
  return [remark("test/refusal-unclear", "isError, or the error -32602", got)];
}

/**
 * Compares the result of an example with the one in the contract. Only the shape counts: live data
 * changes.
 */
export function judgeExample(
  { example, expectation }: PlannedInput,
  answer: Answer,
): readonly Remark[] {
  const expected = example?.expectedResult;
  if (expected === undefined || expectation.kind !== "accept" || !isSuccess(answer)) return [];
  const { structured } = answer.result;
  if (structured === undefined) return [];
  const data = isJsonObject(structured) ? own(structured, "data") : undefined;
  if ([structured, data].some((each) => each !== undefined && hasForm(each, expected))) return [];
  return [remark("test/example-fails", "a result in the form of the example", "another form")];
}

function hasForm(value: JsonValue, expected: JsonValue): boolean {
  if (expected === null || value === null) return true;
  if (isJsonArray(expected)) return isJsonArray(value);
  if (!isJsonObject(expected)) return typeof value === typeof expected;
  if (!isJsonObject(value)) return false;
  return Object.entries(expected).every(([name, member]) => {
    const found = own(value, name);
    return found !== undefined && hasForm(found, member);
  });
}
