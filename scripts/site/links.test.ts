import { describe, expect, it } from "vitest";
import { brokenReferences, type Files, unlistedPages } from "./links.ts";
import { readPage } from "./markdown.ts";

const files: Files = {
  paths: new Set(["README.md", "docs", "docs/a.md", "examples/one", "examples/one/file.ts"]),
  scripts: new Set(["docs"]),
};

function brokenIn(text: string): readonly string[] {
  const pages = [readPage("README.md", text), readPage("docs/a.md", "# A\n\n## Here\n")];
  return brokenReferences(pages, files);
}

describe("references of a page", () => {
  it.each([
    "[page](docs/a.md)",
    "[anchor](docs/a.md#here)",
    "[folder](docs/)",
    "[outside](https://example.com/missing.md)",
    "## Own\n\n[own](#own)",
    "Run `node examples/one/file.ts`, see examples/one.",
    "`npm run docs -- --check`",
  ])("lead somewhere: %j", (text) => {
    expect(brokenIn(text)).toEqual([]);
  });

  it.each([
    ["[page](docs/b.md)", "README.md: docs/b.md is no file"],
    ["[anchor](docs/a.md#there)", "README.md: docs/a.md#there is no heading"],
    ["[own](#own)", "README.md: #own is no heading"],
    ['<img src="docs/a.svg">', "README.md: docs/a.svg is no file"],
    ["[above](../README.md)", "README.md: ../README.md is no file"],
    ["```sh\nnode examples/two/file.ts\n```", "README.md: examples/two/file.ts is no file"],
    ["`npm run dosc`", "README.md: npm run dosc is no script"],
  ])("are reported if they lead nowhere: %j", (text, report) => {
    expect(brokenIn(text)).toEqual([report]);
  });
});

it("finds pages that the index does not list", () => {
  const index = readPage("docs/README.md", "[a](a.md#x) [b](../B.md)");
  const pages = ["docs/README.md", "docs/a.md", "B.md", "docs/c.md"].map((path) =>
    readPage(path, ""),
  );

  expect(unlistedPages(index, pages)).toEqual(["docs/c.md"]);
});
