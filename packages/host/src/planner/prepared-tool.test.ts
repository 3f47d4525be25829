import { contract } from "@toolcourt/sdk/testing";
import { expect, it } from "vitest";
import { Planner } from "./planner.ts";
import { plannableOf } from "./prepared-tool.ts";

it("finds a contract by its tags and examples, and returns it unchanged", () => {
  const tagged = contract({ name: "a", terms: { tags: ["ornithology"] } });
  const shown = contract({
    name: "b",
    terms: { examples: [{ description: "Count herons", params: {}, expectedResult: {} }] },
  });
  const planner = new Planner({ tools: [tagged, shown].map((one) => plannableOf(one)) });

  expect(planner.narrow("Something about ornithology", 1)).toMatchObject([
    { digest: tagged.digest, name: "a" },
  ]);
  expect(planner.narrow("How many herons?", 1)).toMatchObject([{ name: "b" }]);
});
