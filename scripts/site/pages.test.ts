import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { indexPath, isPublished, readSiteCheckout } from "./checkout.ts";
import { brokenReferences, unlistedPages } from "./links.ts";

const { files, pages } = readSiteCheckout(resolve(import.meta.dirname, "../.."));
const published = pages.filter(({ path }) => isPublished(path));

describe("the Markdown pages", () => {
  it("are all there to be checked", () => {
    const paths = published.map(({ path }) => path);

    expect(paths).toEqual(
      expect.arrayContaining(["README.md", "SECURITY.md", indexPath, "docs/rules/input.md"]),
    );
    expect(published.flatMap(({ links }) => links).length).toBeGreaterThan(300);
  });

  it("refer to files, headings, examples and scripts that exist", () => {
    expect(brokenReferences(pages, files)).toEqual([]);
  });

  it("are listed in the index, except for the examples' own", () => {
    const index = pages.filter(({ path }) => path === indexPath);
    const listable = published.filter(({ path }) => !path.startsWith("examples/"));

    expect(index.flatMap((page) => unlistedPages(page, listable))).toEqual([]);
    expect(index).toHaveLength(1);
  });

  it("show requirement numbers only in JSON and on their own page", () => {
    const exempt = /^(?:CHANGELOG\.md|docs\/requirements\.md|docs\/decisions\/.*)$/;
    const naming = published
      .filter(({ path }) => !exempt.test(path))
      .filter(({ text }) => /\bS[0-4]-\d+\b/.test(text.replaceAll(/^```json\n.*?^```$/gms, "")));

    expect(naming.map(({ path }) => path)).toEqual([]);
  });
});
