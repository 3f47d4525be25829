/** A string or a comment, whichever begins first. Trailing commas are removed in a second pass. */
const textOrComment = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const textOrComma = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g;

/**
 * Converts a client configuration to JSON. Replaces comments and trailing commas with blanks, so
 * every offset stays the same.
 */
export function plainJson(text: string): string {
  return text
    .replace(textOrComment, (found) => (found.startsWith('"') ? found : blanks(found)))
    .replace(textOrComma, (found) => (found === "," ? " " : found));
}

function blanks(comment: string): string {
  return comment.replaceAll(/[^\n]/g, " ");
}
