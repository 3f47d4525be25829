/** Makes a sentence of a reason, such as "the server did not answer". */
export function sentenceOf(reason: string): string {
  const [first = ""] = reason;
  const end = /[.!?]$/.test(reason) || reason === "" ? "" : ".";
  return first.toUpperCase() + reason.slice(first.length) + end;
}
