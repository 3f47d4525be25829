import { isRefusal } from "./answer.ts";
import { judgeResult } from "./judge-result.ts";
import { judgeSecrets } from "./judge-secrets.ts";
import { type Remark, remark, type Tried, traces } from "./remark.ts";
import type { ToolBench } from "./tool-bench.ts";

/** Returns everything wrong with one answer. */
export async function judgeAnswer(tried: Tried, bench: ToolBench): Promise<readonly Remark[]> {
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
        ...traces(answer.texts),
        ...judgeSecrets(answer.texts, tried),
        ...judgeRpcError(answer.code, tried),
      ];
    case "result":
      return judgeResult(answer.result, tried, bench);
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
    return [remark("test/example-fails", "a success, as the contract's example says", got)];
  }
  if (isRefusal(answer)) {
    if (expectation.kind !== "accept") return [];
    return [remark("test/valid-refused", "an answer to an input that the schema accepts", got)];
  }
  return [remark("test/refusal-unclear", "a result with isError, or the error -32602", got)];
}
