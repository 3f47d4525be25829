import { posix } from "node:path";
import { layOut, type NavigationGroup } from "./layout.ts";
import { escapeHtml, type MarkdownPage, renderPage, targetOf } from "./markdown.ts";

/** A finished file of the site. */
export interface SiteFile {
  readonly path: string;
  readonly text: string;
}

/** The checkout, as far as pages link to it. */
export interface Sources {
  readonly textOf: (path: string) => string;
  /** Returns the names in a folder, or undefined for a file. */
  readonly entriesOf: (path: string) => readonly string[] | undefined;
}

/** Makes an HTML page of every Markdown page, and of every file and folder that they link to. */
export function buildSite(
  pages: readonly MarkdownPage[],
  index: MarkdownPage,
  sources: Sources,
): readonly SiteFile[] {
  const navigation = navigationOf(index, pages);
  const known = new Set(pages.map(({ path }) => path));
  const wanted = new Set<string>();
  const hrefFrom =
    (from: string) =>
    (href: string): string => {
      const target = targetOf(from, href);
      if (target === undefined || href.startsWith("#")) return href;
      const { path, anchor } = target;
      if (!known.has(path) && !isImage(path)) wanted.add(path);
      const to = isImage(path) ? path : outputOf(path, sources);
      return `${relative(outputOf(from, sources), to)}${anchor === "" ? "" : `#${anchor}`}`;
    };
  const made = pages.map((page): SiteFile => {
    const path = outputOf(page.path, sources);
    const title = page.headings[0]?.text ?? page.path;
    const body = renderPage(page, hrefFrom(page.path));
    return { path, text: layOut({ path, title, body, headings: page.headings, navigation }) };
  });
  return [...made, ...wantedPages(wanted, { sources, known, navigation })];
}

interface Wanting {
  readonly sources: Sources;
  readonly known: ReadonlySet<string>;
  readonly navigation: readonly NavigationGroup[];
}

/** Pages that show a source file, or list a folder with its files. */
function wantedPages(
  wanted: ReadonlySet<string>,
  { sources, known, navigation }: Wanting,
): readonly SiteFile[] {
  const queue = [...wanted];
  const done = new Set<string>(known);
  const made: SiteFile[] = [];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const entries = sources.entriesOf(path);
    if (done.has(path) || (entries?.includes("README.md") ?? false)) continue;
    done.add(path);
    queue.push(...(entries ?? []).map((entry) => `${path}/${entry}`));
    const output = outputOf(path, sources);
    const inner =
      entries === undefined
        ? `<pre><code>${escapeHtml(sources.textOf(path))}</code></pre>`
        : `<ul>${entries.map((entry) => itemOf(`${path}/${entry}`, output, sources)).join("")}</ul>`;
    const body = `<h1><code>${escapeHtml(path)}</code></h1>\n${inner}`;
    made.push({
      path: output,
      text: layOut({ path: output, title: path, body, headings: [], navigation }),
    });
  }
  return made;
}

function itemOf(path: string, from: string, sources: Sources): string {
  const href = relative(from, outputOf(path, sources));
  return `<li><a href="${href}"><code>${escapeHtml(posix.basename(path))}</code></a></li>`;
}

/** Returns where the page for a file or folder of the checkout is written. */
function outputOf(path: string, { entriesOf }: Sources): string {
  if (entriesOf(path) !== undefined) return posix.join(path, "index.html");
  if (posix.basename(path) === "README.md") return posix.join(posix.dirname(path), "index.html");
  return path.endsWith(".md") ? `${path.slice(0, -3)}.html` : `${path}.html`;
}

/** The sections of the index and the pages that they list. */
function navigationOf(
  index: MarkdownPage,
  pages: readonly MarkdownPage[],
): readonly NavigationGroup[] {
  const known = new Set(pages.map(({ path }) => path));
  return index.headings
    .filter(({ depth }) => depth === 2)
    .map(({ text, anchor }) => ({
      title: text,
      entries: index.links
        .filter(({ section }) => section === anchor)
        .flatMap(({ href, text: title }) => {
          const path = targetOf(index.path, href)?.path ?? "";
          return known.has(path) ? [{ title, path: pageOutput(path) }] : [];
        }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function pageOutput(path: string): string {
  return outputOf(path, { textOf: () => "", entriesOf: () => undefined });
}

function isImage(path: string): boolean {
  return /\.(?:svg|png)$/.test(path);
}

function relative(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to);
}
