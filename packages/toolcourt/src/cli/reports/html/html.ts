import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { escapeMarkup, foreign } from "../markup.ts";

/** Text that is already HTML. Only `html` and the functions next to it create it. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | readonly Html[];

/** Escapes every interpolated value as untrusted text, unless it is Html already. */
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

/** Longer values are truncated, since they are not readable. */
const maxLength = 10_000;

/** Shorter values go on one line. */
const lineLength = 72;

/** Renders a JSON value as a block. */
export function jsonBlock(value: unknown): Html {
  const line = printableJson(value);
  const text = line.length <= lineLength ? line : printableJson(value, 2);
  const isCut = text.length > maxLength;
  const shown = isCut ? `${text.slice(0, maxLength)}\n… (${text.length} characters)` : text;
  return { html: `<pre tabindex="0" dir="ltr"><code>${escapeMarkup(shown)}</code></pre>` };
}

/** Wraps our own stylesheet. The text is not escaped, so it must be trusted. */
export function stylesheet(text: string): Html {
  return { html: `<style>${text}</style>` };
}
