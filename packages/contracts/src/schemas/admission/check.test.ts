import { contract, scene } from "@toolcourt/sdk/testing";
import { expect, it } from "vitest";
import { oldIdioms } from "./old-idioms.ts";

it("a schema check covers both schemas of a contract", () => {
  const both = contract({ input: { required: true }, output: { required: true } });
  const { output: _, ...inputOnly } = both;

  expect([...oldIdioms.check(both, scene())].map(({ pointer }) => pointer)).toEqual([
    "/input/required",
    "/output/required",
  ]);
  expect([...oldIdioms.check(inputOnly, scene())]).toHaveLength(1);
});
