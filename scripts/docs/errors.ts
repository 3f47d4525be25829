import { type Explanation, explanations } from "@toolcourt/contracts";
import { type Page, page, table } from "./page.ts";

export function errorsPage(): Page {
  return page("docs/errors.md", "Error codes", [
    "A code is public: it is never renamed and never used again for something else. The same on the command line: `toolcourt explain-error <code>`.",
    "A `validation` error is about what was given, a `business` error about a rule of the domain, a `system` error about the machinery.",
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
    "The gateway says these, and a tool says the same code where it refuses for the same reason.",
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
