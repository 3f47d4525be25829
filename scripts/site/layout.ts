import { escapeHtml, type Heading } from "./markdown.ts";

/** One group of the navigation: a kind of reader. */
export interface NavigationGroup {
  readonly title: string;
  readonly entries: readonly NavigationEntry[];
}

export interface NavigationEntry {
  readonly title: string;
  /** The output path of the page. */
  readonly path: string;
}

export interface Layout {
  /** The output path, from which all links are made relative. */
  readonly path: string;
  readonly title: string;
  /** HTML. */
  readonly body: string;
  readonly headings: readonly Heading[];
  readonly navigation: readonly NavigationGroup[];
}

/** Returns a whole HTML page without any script. */
export function layOut({ path, title, body, headings, navigation }: Layout): string {
  const root = "../".repeat(path.split("/").length - 1);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'">
<title>${escapeHtml(title === "Toolcourt" ? title : `${title} · Toolcourt`)}</title>
<link rel="stylesheet" href="${root}style.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="home" href="${root}index.html">Toolcourt</a><a href="${root}docs/index.html">Documentation</a><a href="${root}docs/index.html#glossary">Glossary</a></header>
<div class="columns">
<nav aria-label="All pages">
${navigation.map((group) => groupOf(group, path, root)).join("\n")}
</nav>
<main id="content">
${body}
</main>
${outlineOf(headings)}
</div>
</body>
</html>
`;
}

function groupOf({ title, entries }: NavigationGroup, path: string, root: string): string {
  const items = entries.map((entry) => {
    const current = entry.path === path ? ' aria-current="page"' : "";
    return `<li><a href="${root}${entry.path}"${current}>${escapeHtml(entry.title)}</a></li>`;
  });
  const open = entries.some((entry) => entry.path === path) ? " open" : "";
  return `<details${open}><summary>${escapeHtml(title)}</summary><ul>${items.join("")}</ul></details>`;
}

/** Shows the sections of a page that has several. */
function outlineOf(headings: readonly Heading[]): string {
  const sections = headings.filter(({ depth }) => depth === 2);
  if (sections.length < 3) return "";
  const items = sections.map(
    ({ anchor, text }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`,
  );
  return `<aside aria-label="On this page"><p>On this page</p><ul>${items.join("")}</ul></aside>`;
}
