import { expect, it } from "vitest";
import { buildSite, type SiteFile } from "./build.ts";
import { readPage } from "./markdown.ts";

const folders: Readonly<Record<string, readonly string[]>> = {
  "examples/bare": ["main.ts"],
  "examples/told": ["README.md"],
};
const texts: Readonly<Record<string, string>> = {
  "README.md":
    "# Toolcourt\n\n[index](docs/README.md) [bare](examples/bare) [told](examples/told) [out](https://example.com)\n\n![p](docs/p.svg)\n",
  "docs/README.md": "# Docs\n\n## Readers\n\n- [A](a.md): text\n- [schema](s.json)\n\n## Words\n",
  "docs/a.md":
    "# A & B\n\n[home](../README.md) [part](a.md#c) [here](#c)\n\n## C\n\n## D\n\n## E\n",
  "examples/told/README.md": "# Told\n",
  "examples/bare/main.ts": "const a = 1 < 2;\n",
  "docs/s.json": "{}\n",
};

function built(): ReadonlyMap<string, SiteFile["text"]> {
  const pages = Object.keys(texts)
    .filter((path) => path.endsWith(".md"))
    .map((path) => readPage(path, texts[path] ?? ""));
  const index = readPage("docs/README.md", texts["docs/README.md"] ?? "");
  const sources = {
    textOf: (path: string) => texts[path] ?? "",
    entriesOf: (path: string) => folders[path],
  };
  return new Map(buildSite(pages, index, sources).map(({ path, text }) => [path, text]));
}

it("makes a page of each Markdown file, linked file and linked folder", () => {
  expect([...built().keys()].toSorted()).toEqual([
    "docs/a.html",
    "docs/index.html",
    "docs/s.json.html",
    "examples/bare/index.html",
    "examples/bare/main.ts.html",
    "examples/told/index.html",
    "index.html",
  ]);
});

it("rewrites links relative to the page, and leaves others alone", () => {
  const home = built().get("index.html") ?? "";
  const page = built().get("docs/a.html") ?? "";

  for (const href of ["docs/index.html", "examples/bare/index.html", "examples/told/index.html"]) {
    expect(home).toContain(`<a href="${href}">`);
  }
  expect(home).toContain('<a href="https://example.com">');
  expect(home).toContain('<img src="docs/p.svg"');
  expect(page).toContain('<a href="../index.html">home</a>');
  expect(page).toContain('<a href="a.html#c">part</a> <a href="#c">here</a>');
});

it("takes the navigation from the index, and marks the current page", () => {
  const page = built().get("docs/a.html") ?? "";

  expect(page).toContain(
    '<details open><summary>Readers</summary><ul><li><a href="../docs/a.html" aria-current="page">A</a></li></ul></details>',
  );
  expect(page).not.toContain("<summary>Words</summary>");
  expect(page).toContain("<title>A &amp; B · Toolcourt</title>");
  expect(page).toContain('<aside aria-label="On this page">');
});

it("shows a source file as text, and a folder as a list", () => {
  expect(built().get("examples/bare/main.ts.html")).toContain(
    "<pre><code>const a = 1 &lt; 2;\n</code></pre>",
  );
  expect(built().get("examples/bare/index.html")).toContain('<a href="main.ts.html">');
});

it("runs no script", () => {
  for (const text of built().values()) {
    expect(text).toContain("default-src 'none'");
    expect(text).not.toContain("<script");
  }
});
