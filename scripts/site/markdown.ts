import { posix } from "node:path";
import { Marked, type Token, type Tokens } from "marked";

/** One Markdown page with the parts that other pages depend on. */
export interface MarkdownPage {
  /** From the root of the checkout, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly headings: readonly Heading[];
  readonly links: readonly PageLink[];
}

export interface Heading {
  readonly depth: number;
  readonly text: string;
  /** The fragment that leads here, as GitHub derives it. */
  readonly anchor: string;
}

/** A link or an image. */
export interface PageLink {
  readonly href: string;
  readonly text: string;
  /** The anchor of the heading of depth 2 above it. Default: none. */
  readonly section?: string;
}

/** The place that a relative link names. */
export interface Target {
  /** From the root of the checkout. Empty for the root itself. */
  readonly path: string;
  readonly anchor: string;
}

const reader = new Marked({ gfm: true });

export function readPage(path: string, text: string): MarkdownPage {
  const headings: Heading[] = [];
  const links: PageLink[] = [];
  const anchors = createAnchors();
  for (const block of reader.lexer(text)) {
    if (isHeading(block)) {
      const words = plainText(block.tokens);
      headings.push({ depth: block.depth, text: words, anchor: anchors(words) });
    }
    const section = headings.findLast(({ depth }) => depth === 2)?.anchor;
    // The callback returns nothing, so neither does the walk.
    void reader.walkTokens([block], (token) => {
      for (const link of linksOf(token)) {
        links.push({ ...link, ...(section !== undefined && { section }) });
      }
    });
  }
  return { path, text, headings, links };
}

/** Returns HTML whose relative links went through `hrefOf`. */
export function renderPage({ text }: MarkdownPage, hrefOf: (href: string) => string): string {
  const anchors = createAnchors();
  const writer = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const anchor = anchors(plainText(tokens));
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchor}">${inner} <a class="anchor" href="#${anchor}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      // A scroll bar of its own keeps a wide table from widening the page.
      table(token) {
        return `<div class="wide" tabindex="0">${tableOf(this.parser, token)}</div>\n`;
      },
    },
    walkTokens(token) {
      if (isLink(token)) token.href = hrefOf(token.href);
    },
  });
  return writer.parse(text, { async: false });
}

/** Returns undefined for links to other sites. */
export function targetOf(from: string, href: string): Target | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return undefined;
  const [file = "", anchor = ""] = href.split("#");
  if (file === "") return { path: from, anchor };
  const path = posix.normalize(posix.join(posix.dirname(from), decodeURI(file)));
  return { path: path.replace(/\/$/, "").replace(/^\.$/, ""), anchor };
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Follows GitHub: lower case, no punctuation, dashes for blanks, a number for repeated ones. */
function createAnchors(): (heading: string) => string {
  const taken = new Map<string, number>();
  return (heading) => {
    const base = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
      .replaceAll(" ", "-");
    const before = taken.get(base) ?? 0;
    taken.set(base, before + 1);
    return before === 0 ? base : `${base}-${before}`;
  };
}

function linksOf(token: Token): readonly PageLink[] {
  if (isLink(token)) return [{ href: token.href, text: plainText(token.tokens) }];
  if (isImage(token)) return [{ href: token.href, text: token.text }];
  if (!isHtml(token)) return [];
  return Array.from(token.raw.matchAll(/\s(?:src|srcset|href)="([^"]*)"/g), ([, href = ""]) => ({
    href,
    text: "",
  }));
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (hasTokens(token)) return plainText(token.tokens);
      return isWords(token) ? token.text : "";
    })
    .join("");
}

function tableOf(
  parser: { readonly parseInline: (tokens: Token[]) => string },
  { header, rows }: Tokens.Table,
): string {
  const row = (cells: readonly Tokens.TableCell[], tag: string): string =>
    `<tr>${cells.map(({ tokens }) => `<${tag}>${parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`;
  const body = rows.map((cells) => row(cells, "td")).join("\n");
  return `<table><thead>${row(header, "th")}</thead>\n<tbody>\n${body}\n</tbody></table>`;
}

// The library's union of tokens has an open member, so that `type` alone narrows nothing.
function isHeading(token: Token): token is Tokens.Heading {
  return token.type === "heading";
}
function isLink(token: Token): token is Tokens.Link {
  return token.type === "link";
}
function isImage(token: Token): token is Tokens.Image {
  return token.type === "image";
}
function isHtml(token: Token): token is Tokens.HTML | Tokens.Tag {
  return token.type === "html";
}
function hasTokens(token: Token): token is Tokens.Strong {
  return "tokens" in token && Array.isArray(token.tokens);
}
function isWords(token: Token): token is Tokens.Text | Tokens.Codespan | Tokens.Escape {
  return ["text", "codespan", "escape"].includes(token.type);
}
