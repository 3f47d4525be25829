import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { z } from "zod";
import type { Sources } from "./build.ts";
import type { Files } from "./links.ts";
import { type MarkdownPage, readPage } from "./markdown.ts";

/** The files of this checkout that belong to the project, by their paths from its root. */
export interface SiteCheckout extends Sources {
  readonly files: Files;
  /** Every Markdown page. */
  readonly pages: readonly MarkdownPage[];
}

/** The page that lists all others, by reader. */
export const indexPath = "docs/README.md";

/** Whether a page is for readers of the site. */
export function isPublished(path: string): boolean {
  return /^(?:[A-Z]+\.md$|docs\/|examples\/)/.test(path);
}

const manifest = z.object({ scripts: z.record(z.string(), z.string()) });

export function readSiteCheckout(root: string): SiteCheckout {
  const textOf = (path: string): string => readFileSync(join(root, path), "utf8");
  // Only files that git knows or would add: a link must not lead to a build product.
  const listed = execFileSync(
    "git",
    ["ls-files", "-z", "-co", "--exclude-standard", "--deduplicate"],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  const files = listed.split("\0").filter((path) => path !== "");
  const folders = new Set(files.flatMap(foldersOf));
  const { scripts } = manifest.parse(JSON.parse(textOf("package.json")));
  return {
    textOf,
    entriesOf: (path) => (folders.has(path) ? entriesIn(path, files) : undefined),
    files: { paths: new Set([...files, ...folders]), scripts: new Set(Object.keys(scripts)) },
    pages: files.filter((path) => path.endsWith(".md")).map((path) => readPage(path, textOf(path))),
  };
}

function foldersOf(path: string): readonly string[] {
  const folder = posix.dirname(path);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
}

function entriesIn(folder: string, files: readonly string[]): readonly string[] {
  const names = files
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1).split("/")[0] ?? "");
  return [...new Set(names)].toSorted();
}
