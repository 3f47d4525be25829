import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ModelFailure, modelFailureKinds } from "./model-failure.ts";

const page = readFileSync(join(resolve(import.meta.dirname, "../../.."), "docs/models.md"), "utf8");

describe("the page on models", () => {
  it("documents exactly the failures of models", () => {
    const told = [...page.matchAll(/^\| `(model-[a-z-]+)` \|/gm)].map(([, code]) => code);

    expect(told).toEqual(modelFailureKinds.map((kind) => new ModelFailure(kind).code));
  });
});
