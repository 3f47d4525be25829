/** Builds a PDF of one page with these lines of ASCII, each a paragraph of its own. */
export function onePagePdf(lines: readonly string[]): Uint8Array {
  const shown = lines.map(
    (line, number) => `BT /F1 14 Tf 72 ${720 - number * 72} Td (${escaped(line)}) Tj ET`,
  );
  const stream = shown.join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let text = "%PDF-1.4\n";
  const places: number[] = [];
  for (const [number, object] of objects.entries()) {
    places.push(text.length);
    text += `${number + 1} 0 obj\n${object}\nendobj\n`;
  }
  const entries = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}${table}${end}`, "latin1");
}

function escaped(line: string): string {
  return line.replaceAll(/[\\()]/g, String.raw`\$&`);
}
