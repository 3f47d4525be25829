import { createResponseMatcher, toolsOf } from "./echo-answers.ts";

// Argument: number of tools.
const answer = createResponseMatcher(toolsOf(Number(process.argv[2] ?? 2)));

let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk: string) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  const answers = lines.filter((line) => line !== "").map(answer);
  // One write for all messages of a chunk.
  const text = answers.filter((each) => each !== undefined).join("\n");
  if (text !== "") process.stdout.write(`${text}\n`);
});
