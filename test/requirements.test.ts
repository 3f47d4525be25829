import { resolve } from "node:path";
import { expect, it } from "vitest";
import { evidenceIn } from "../scripts/requirements/checkout-evidence.ts";
import { isSettled, judgeDocuments, problemsIn } from "../scripts/requirements/documents.ts";

const judged = judgeDocuments(evidenceIn(resolve(import.meta.dirname, "..")));

it.each(judged)("every requirement of $name has code and a test that reaches it", (document) => {
  expect(problemsIn(document)).toEqual([]);
});

it("no requirement waits", () => {
  const settled = judged.map(({ name, rows }) => [name, rows.filter(isSettled).length]);
  const waiting = judged.flatMap(({ rows }) =>
    rows.filter(({ row }) => row.waitsFor !== undefined).map(({ row }) => row.number),
  );

  expect(Object.fromEntries(settled)).toEqual({ S0: 57, S1: 37, S2: 40, S3: 163, S4: 87, T: 50 });
  expect(waiting).toEqual([]);
});
