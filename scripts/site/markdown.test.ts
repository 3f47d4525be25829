import { expect, it } from "vitest";
import { readPage, renderPage, targetOf } from "./markdown.ts";

it("derives anchors as GitHub does", () => {
  const { headings } = readPage(
    "a.md",
    "# A page\n\n## `toolcourt new`: what, and *how*?\n\n## Twice\n\n## Twice\n\n## 0.1 µs & more\n",
  );

  expect(headings.map(({ anchor }) => anchor)).toEqual([
    "a-page",
    "toolcourt-new-what-and-how",
    "twice",
    "twice-1",
    "01-µs--more",
  ]);
});

it("finds links in prose, lists, tables and HTML, with their section", () => {
  const text = [
    "[a](a.md)",
    "## Two",
    "- deep\n    - [b](b.md#x)",
    "| t |\n| --- |\n| [c](c.md) |",
    '<picture><source srcset="d.svg"><img src="e.svg"></picture>',
    "![f](f.svg)",
    "```\n[code](no.md)\n```",
  ].join("\n\n");

  expect(readPage("x.md", text).links.map(({ href, section }) => [href, section])).toEqual([
    ["a.md", undefined],
    ["b.md#x", "two"],
    ["c.md", "two"],
    ["d.svg", "two"],
    ["e.svg", "two"],
    ["f.svg", "two"],
  ]);
});

it.each([
  ["docs/a.md", "b.md#c", { path: "docs/b.md", anchor: "c" }],
  ["docs/a.md", "../README.md", { path: "README.md", anchor: "" }],
  ["docs/a.md", "#c", { path: "docs/a.md", anchor: "c" }],
  ["README.md", "docs/decisions/", { path: "docs/decisions", anchor: "" }],
  ["docs/a.md", "https://example.com/a.md", undefined],
  ["docs/a.md", "mailto:a@example.com", undefined],
])("resolves from %s the link %s", (from, href, target) => {
  expect(targetOf(from, href)).toEqual(target);
});

it("renders headings with anchors, tables that scroll, and rewritten links", () => {
  const page = readPage("a.md", "# A `b`\n\n| h |\n| --- |\n| [c](c.md) |\n\n<b>raw</b> & `<i>`\n");

  const html = renderPage(page, (href) => href.replace(".md", ".html"));

  expect(html).toContain('<h1 id="a-b">A <code>b</code> ');
  expect(html).toContain(
    '<div class="wide" tabindex="0"><table><thead><tr><th>h</th></tr></thead>',
  );
  expect(html).toContain('<td><a href="c.html">c</a></td>');
  expect(html).toContain("<b>raw</b> &amp; <code>&lt;i&gt;</code>");
});
