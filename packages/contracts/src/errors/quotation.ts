import type { JsonObject } from "@toolcourt/sdk";

/** What a server itself wrote about a failure, cleaned and cut. It is data, never our own words. */
export interface UpstreamWords extends JsonObject {
  /** A protocol error, or the end of what its process wrote to its standard error. */
  readonly source: "error" | "stderr";
  readonly text: string;
}

/** Metadata key of what a server wrote about its failure. */
export const upstreamErrorKey = "dev.toolcourt/upstream-error";

const heading = "What the server of the tool wrote, quoted and not checked:";

const maxQuoted = 500;

/**
 * Returns a block with a server's text under our heading. The text is on one line and in quotes, so
 * that it cannot imitate what follows it.
 */
export function quotation(text: string): JsonObject {
  return { type: "text", text: `${heading}\n${JSON.stringify(firstOf(text, maxQuoted))}` };
}

/** Returns the first characters of a text, without half of one. */
export function firstOf(text: string, max: number): string {
  return text.length <= max
    ? text
    : `${Array.from(text.slice(0, max * 2))
        .slice(0, max - 1)
        .join("")}…`;
}

/** Returns the last characters of a text, without half of one. A reason stands at the end. */
function lastOf(text: string, max: number): string {
  return text.length <= max
    ? text
    : `…${Array.from(text.slice(-max * 2))
        .slice(1 - max)
        .join("")}`;
}

/** Returns words cut to what is quoted. */
export function cutWords({ source, text }: UpstreamWords): UpstreamWords {
  const cut = source === "stderr" ? lastOf : firstOf;
  return { source, text: cut(text.trim(), maxQuoted) };
}
