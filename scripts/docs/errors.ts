import { type Explanation, explanations } from "@toolcourt/contracts";
import { type Page, page, table } from "./page.ts";

export function errorsPage(): Page {
  return page("docs/errors.md", "Error codes", [
    "A code is public: it is never renamed or reused. `toolcourt explain-error <code>` prints the same text.",
    "A `validation` error is about the input, a `business` error about a rule or a permission, a `system` error about a failure.",
    "## On the command line",
    "The message is one line on standard error, and the command ends with the exit code.",
    table(
      ["code", "class", "exit", "means", "do"],
      seenIn("command").map((each) => [
        `\`${each.code}\``,
        each.class,
        String(each.exit ?? ""),
        each.meaning,
        each.remedy,
      ]),
    ),
    "## In the answer to a call",
    "The gateway returns these codes. A tool returns the same code if it refuses for the same reason.",
    retryTable("call"),
    "## In the result of a tool",
    retryTable("result"),
    "## In the admin API",
    retryTable("admin"),
  ]);
}

function retryTable(where: Explanation["seenIn"]): string {
  return table(
    ["code", "class", "retry", "means", "do"],
    seenIn(where).map((each) => [
      `\`${each.code}\``,
      each.class,
      each.retryable === true ? "may help" : "does not help",
      each.meaning,
      each.remedy,
    ]),
  );
}

function seenIn(where: Explanation["seenIn"]): readonly Explanation[] {
  return explanations.filter((each) => each.seenIn === where);
}
