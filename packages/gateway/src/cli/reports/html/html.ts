import { printableJson } from "../../../boundary/files/printable.ts";
import { escapeMarkup, foreign } from "../markup.ts";

/** Text that is HTML already. Only `html` and its neighbors make it. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | readonly Html[];

/** Whatever is put into the template is escaped, as a stranger's text is, unless it is HTML already. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const written = texts.map((text, index) => {
    const part = parts[index];
    return part === undefined ? text : `${text}${writtenPart(part)}`;
  });
  return { html: written.join("") };
}

export const nothing: Html = { html: "" };

function writtenPart(part: Part): string {
  if (typeof part === "string") return foreign(part);
  if (typeof part === "number") return String(part);
  return isHtml(part) ? part.html : part.map((each) => each.html).join("\n");
}

function isHtml(part: Html | readonly Html[]): part is Html {
  return "html" in part;
}

/** More than this nobody reads. */
const longest = 10_000;

/** What fits into a line is easier to read in one. */
const lineLength = 72;

/** A JSON value in a block of its own. */
export function jsonBlock(value: unknown): Html {
  const line = printableJson(value);
  const text = line.length <= lineLength ? line : printableJson(value, 2);
  const isCut = text.length > longest;
  const shown = isCut ? `${text.slice(0, longest)}\n… (${text.length} characters)` : text;
  return { html: `<pre tabindex="0" dir="ltr"><code>${escapeMarkup(shown)}</code></pre>` };
}

/** A stylesheet of our own. The text must be ours: nothing is escaped in it. */
export function stylesheet(text: string): Html {
  return { html: `<style>${text}</style>` };
}
