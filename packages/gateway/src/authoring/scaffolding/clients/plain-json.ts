/** A text or a comment, whichever begins first; a comma that nothing follows is looked for afterwards. */
const textOrComment = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const textOrComma = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g;

/**
 * Client configurations are JSON with comments and commas too many. Both are replaced by blanks, so that
 * what is left is JSON and every place in it is where it was.
 */
export function plainJson(text: string): string {
  return text
    .replace(textOrComment, (found) => (found.startsWith('"') ? found : blanks(found)))
    .replace(textOrComma, (found) => (found === "," ? " " : found));
}

function blanks(comment: string): string {
  return comment.replaceAll(/[^\n]/g, " ");
}
