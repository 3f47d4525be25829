import { expect, it } from "vitest";
import { originRows } from "./origins.ts";
import { keepsBound } from "./table.ts";

it("names the origins of the first thousand cases of a half, and trusts none too much", () => {
  const rows = originRows("read", 1_000);

  expect(rows.filter(({ bound }) => bound !== undefined)).toHaveLength(2);
  expect(rows.filter((row) => !keepsBound(row))).toEqual([]);
});
