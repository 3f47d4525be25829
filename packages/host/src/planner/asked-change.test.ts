import { describe, expect, it } from "vitest";
import { askedChange } from "./asked-change.ts";

describe("askedChange", () => {
  it.each([
    ["Delete the file notes.txt.", "delet"],
    ["please write this to memory", "write"],
    ["Could you save it in decisions.jsonl?", "save"],
    ["I would like to add a line to the log", "add"],
  ])("recognizes an order by its verb: %s", (question, stem) => {
    expect(askedChange(question)).toBe(stem);
  });

  it.each([
    "Read the file notes.txt.",
    "Write a summary of notes.txt.",
    "Who wrote to the log?",
    "How do I delete a file?",
    "Which files were removed?",
    "Add 3 and 4.",
    "What should I send to Ada?",
    "please",
    "",
  ])("recognizes no order in %j", (question) => {
    expect(askedChange(question)).toBeUndefined();
  });
});
