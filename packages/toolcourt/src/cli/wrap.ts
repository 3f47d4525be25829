/** Breaks text at spaces. No line is longer than `width`, except for a single long word. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((each) => each !== "")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return line === "" ? lines : [...lines, line];
}

export function indent(lines: readonly string[], by = "  "): readonly string[] {
  return lines.map((line) => `${by}${line}`);
}
