import type { JsonObject } from "@toolcourt/sdk";

/** A part of a document, in reading order. */
export type ScanPart =
  | { readonly heading: string; readonly level: number }
  | { readonly text: string; readonly confidence?: number; readonly role?: string }
  | { readonly table: readonly (readonly ScanCell[])[]; readonly confidence?: number }
  | { readonly page: number };

/** The text of a cell, or a cell that covers several columns. */
export type ScanCell = string | { readonly text: string; readonly columns: number };

interface Span {
  readonly offset: number;
  readonly length: number;
}

/** Writes an analysis as the service does: markdown, with the place of every word. */
export function scanOf(...parts: readonly ScanPart[]): JsonObject {
  const scan = new Scan();
  for (const part of parts) scan.add(part);
  return scan.result();
}

class Scan {
  #content = "";
  #page = 1;
  readonly #paragraphs: JsonObject[] = [];
  readonly #tables: JsonObject[] = [];
  readonly #words = new Map<number, JsonObject[]>([[1, []]]);

  add(part: ScanPart): void {
    if ("page" in part) this.#turn(part.page);
    else if ("heading" in part) {
      this.#paragraph(part.heading, {
        before: `${"#".repeat(part.level)} `,
        role: "sectionHeading",
      });
    } else if ("table" in part) this.#table(part.table, part.confidence);
    else this.#paragraph(part.text, part);
  }

  #turn(page: number): void {
    this.#page = page;
    this.#words.set(page, []);
  }

  #paragraph(
    text: string,
    { before = "", role, confidence }: { before?: string; role?: string; confidence?: number },
  ): void {
    this.#content += before;
    const span = this.#write(text, confidence);
    this.#content += "\n\n";
    this.#paragraphs.push({ content: text, ...(role && { role }), ...this.#at(span) });
  }

  #table(rows: readonly (readonly ScanCell[])[], confidence?: number): void {
    const from = this.#content.length;
    this.#content += "<table>";
    const cells = rows.flatMap((row, rowIndex) => {
      this.#content += "<tr>";
      let column = 0;
      return row.map((cell): JsonObject => {
        const { text, columns } = typeof cell === "string" ? { text: cell, columns: 1 } : cell;
        this.#content += "<td>";
        const span = this.#write(text, confidence);
        this.#content += "</td>";
        // Cells are paragraphs too, and refer to them.
        this.#paragraphs.push({ content: text, ...this.#at(span) });
        const columnIndex = column;
        column += columns;
        const wide = columns === 1 ? {} : { columnSpan: columns };
        const kind = rowIndex === 0 ? { kind: "columnHeader" } : {};
        const elements = [`/paragraphs/${this.#paragraphs.length - 1}`];
        return {
          ...kind,
          rowIndex,
          columnIndex,
          ...wide,
          content: text,
          elements,
          ...this.#at(span),
        };
      });
    });
    this.#content += "</table>";
    const span = { offset: from, length: this.#content.length - from };
    this.#content += "\n\n";
    const columnCount = Math.max(...rows.map((row) => row.length));
    this.#tables.push({ rowCount: rows.length, columnCount, cells, ...this.#at(span) });
  }

  #write(text: string, confidence = 0.99): Span {
    const from = this.#content.length;
    for (const word of text.matchAll(/\S+/g)) {
      const span = { offset: from + word.index, length: word[0].length };
      this.#words.get(this.#page)?.push({ content: word[0], span, confidence });
    }
    this.#content += text;
    return { offset: from, length: text.length };
  }

  #at({ offset, length }: Span): JsonObject {
    const boundingRegions = [{ pageNumber: this.#page, polygon: [0, 0, 1, 0, 1, 1, 0, 1] }];
    return { spans: [{ offset, length }], boundingRegions };
  }

  result(): JsonObject {
    return {
      apiVersion: "2024-11-30",
      modelId: "prebuilt-layout",
      stringIndexType: "utf16CodeUnit",
      contentFormat: "markdown",
      content: this.#content,
      pages: [...this.#words].map(([pageNumber, words]) => ({ pageNumber, words, spans: [] })),
      paragraphs: this.#paragraphs,
      tables: this.#tables,
    };
  }
}
