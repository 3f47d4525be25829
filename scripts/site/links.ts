import { type MarkdownPage, targetOf } from "./markdown.ts";

/** The files that pages may refer to. */
export interface Files {
  /** Paths of files and folders from the root of the checkout. */
  readonly paths: ReadonlySet<string>;
  /** The names of npm scripts. */
  readonly scripts: ReadonlySet<string>;
}

/** Returns one line for each reference that leads nowhere. */
export function brokenReferences(pages: readonly MarkdownPage[], files: Files): readonly string[] {
  const anchors = new Map(
    pages.map(({ path, headings }) => [path, new Set(headings.map(({ anchor }) => anchor))]),
  );
  return pages.flatMap((page) => [
    ...page.links.flatMap(({ href }) => {
      const target = targetOf(page.path, href);
      if (target === undefined) return [];
      const { path, anchor } = target;
      if (path !== "" && !files.paths.has(path)) return [`${page.path}: ${href} is no file`];
      if (anchor === "" || (anchors.get(path)?.has(anchor) ?? false)) return [];
      return [`${page.path}: ${href} is no heading`];
    }),
    ...missingMentions(page, files),
  ]);
}

/** Finds examples, guides and npm scripts that a text names without a link. */
function missingMentions({ path, text }: MarkdownPage, files: Files): readonly string[] {
  const examples = matches(text, /(?<![\w./-])(examples\/[\w./-]*\w)/g);
  const scripts = matches(text, /\bnpm run ([a-z][\w:-]*)/g);
  return [
    ...examples
      .filter((example) => !files.paths.has(example))
      .map((example) => `${path}: ${example} is no file`),
    ...scripts
      .filter((script) => !files.scripts.has(script))
      .map((script) => `${path}: npm run ${script} is no script`),
  ];
}

/** Returns the pages that no link of the index leads to. */
export function unlistedPages(
  index: MarkdownPage,
  pages: readonly MarkdownPage[],
): readonly string[] {
  const listed = new Set(index.links.map(({ href }) => targetOf(index.path, href)?.path));
  return pages.map(({ path }) => path).filter((path) => path !== index.path && !listed.has(path));
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, found = ""]) => found))];
}
