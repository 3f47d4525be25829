import { describe, expect, it } from "vitest";
import { sentencesIn } from "./sentences.ts";

function textsIn(markdown: string): readonly string[] {
  return sentencesIn(markdown).map(({ text }) => text);
}

describe("sentencesIn", () => {
  it("splits a paragraph and counts the words of each sentence", () => {
    expect(sentencesIn("One two. Three four five? Six!\n")).toEqual([
      { line: 1, text: "One two.", words: 2 },
      { line: 1, text: "Three four five?", words: 3 },
      { line: 1, text: "Six!", words: 1 },
    ]);
  });

  it("gives the line on which a sentence starts", () => {
    const page = "# Title\n\nFirst sentence\ngoes on. Second\nends. Third.\n";

    expect(sentencesIn(page)).toMatchObject([
      { line: 3, text: "First sentence goes on." },
      { line: 4, text: "Second ends." },
      { line: 5, text: "Third." },
    ]);
  });

  it.each([
    ["a code block", "```ts\nconst a = 1. Two.\n```"],
    ["a code block of tildes that shows a fence", "~~~md\n```\nText. Text.\n```\n~~~"],
    ["a code block in a list item", "- ```sh\n  run. Now.\n  ```"],
    ["a table", "| a | b |\n| --- | --- |\n| One. | Two. |"],
    ["a heading", "## What is it? This."],
    ["a line of HTML", '<img alt="One. Two.">'],
    ["a comment over several lines", "<!-- One.\nTwo. -->"],
    ["a link definition", "[docs]: https://example.com/docs"],
    ["a rule", "---"],
  ])("skips %s", (_name, block) => {
    expect(textsIn(`Before.\n\n${block}\n\nAfter.\n`)).toEqual(["Before.", "After."]);
  });

  it("takes list items and quotes as prose of their own", () => {
    const page = "- one item\n- [ ] another\n  that goes on\n1. a third\n\n> Quoted. Twice.\n";

    expect(textsIn(page)).toEqual([
      "one item",
      "another that goes on",
      "a third",
      "Quoted.",
      "Twice.",
    ]);
  });

  it("ends a sentence before code, emphasis and brackets", () => {
    expect(textsIn("It ends. `code` starts. **Bold** too. (So does this.) Done.")).toEqual([
      "It ends.",
      "`code` starts.",
      "Bold too.",
      "(So does this.)",
      "Done.",
    ]);
  });

  it("ends a sentence inside emphasis", () => {
    expect(textsIn("**A rule.** Its reason. *Another.* End.")).toEqual([
      "A rule.",
      "Its reason.",
      "Another.",
      "End.",
    ]);
  });

  it("goes on after abbreviations, file names and versions", () => {
    expect(
      textsIn("Some, e.g. Redis, read toolcourt.yaml of 1.2. version, i.e. JSON."),
    ).toHaveLength(1);
  });

  it("counts inline code as one word and link targets not at all", () => {
    const [sentence] = sentencesIn(
      "Run `npm run check -- all` as [the guide](https://a.b/c d) says.",
    );

    expect(sentence).toMatchObject({
      text: "Run `npm·run·check·--·all` as the guide says.",
      words: 6,
    });
  });

  it("counts no dashes as words and keeps underscores of names", () => {
    expect(sentencesIn("The key – max_size – is a *soft* limit.")).toEqual([
      { line: 1, text: "The key – max_size – is a soft limit.", words: 7 },
    ]);
  });
});
