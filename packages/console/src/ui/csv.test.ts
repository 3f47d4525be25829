import { describe, expect, it } from "vitest";
import { type Column, csvOf, jsonOf } from "./csv.ts";

interface Row {
  readonly name: string;
  readonly size: number | null;
}

const columns: readonly Column<Row>[] = [
  { name: "name", cell: ({ name }) => name },
  { name: "size", cell: ({ size }) => size },
];

describe("an export", () => {
  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])(
    "takes the formula out of the cell %j",
    (name) => {
      expect(csvOf(columns, [{ name, size: 1 }])).toBe(`"name","size"\r\n"'${name}","1"\r\n`);
    },
  );

  it("quotes what would end a cell", () => {
    expect(csvOf(columns, [{ name: 'a "b",\nc', size: null }])).toBe(
      '"name","size"\r\n"a ""b"",\nc",""\r\n',
    );
  });

  it("keeps values as they are in JSON", () => {
    expect(JSON.parse(jsonOf(columns, [{ name: "=1", size: null }]))).toEqual([
      { name: "=1", size: null },
    ]);
  });
});
