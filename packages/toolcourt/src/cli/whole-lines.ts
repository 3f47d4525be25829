/** A longer line is cut, so that a reader never has to hold it whole. */
const maxLine = 1_048_576;

/** Prints a stream line by line, also the last one that has no end. */
export function wholeLines(stream: NodeJS.ReadableStream, print: (text: string) => void): void {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const text = rest + chunk;
    const end = text.lastIndexOf("\n");
    rest = text.slice(end + 1);
    if (end >= 0) print(text.slice(0, end));
    if (rest.length < maxLine) return;
    print(rest);
    rest = "";
  });
  stream.once("end", () => {
    if (rest !== "") print(rest);
  });
  stream.on("error", () => undefined);
}
