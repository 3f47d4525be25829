import { describe, expect, it } from "vitest";
import { contractOf } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { metaDescribed } from "./described.ts";

describe("meta/described", () => {
  it("accepts only text as a description", () => {
    const tool = contractOf({
      server: "cards",
      tool: { name: "get-card", description: { en: "" } },
    });

    expect(remarks(metaDescribed, tool).map(({ pointer }) => pointer)).toEqual(["/description"]);
  });

  it("accepts the description of an overlay", () => {
    const tool = contractOf({
      server: "cards",
      tool: { name: "get-card" },
      overlay: { description: "Returns one card." },
    });

    expect(remarks(metaDescribed, tool)).toEqual([]);
  });

  it.each(["TBD.", "n/a", "No description provided", "Description not available", "none"])(
    "recognizes %j as a placeholder",
    (description) => {
      expect(remarks(metaDescribed, { description })).toHaveLength(1);
    },
  );

  it.each(["None of the cards are changed.", "Todo lists of a person", "Lists cards"])(
    "accepts %j as a description",
    (description) => {
      expect(remarks(metaDescribed, { description })).toEqual([]);
    },
  );

  it("leaves a repeated name to a milder rule", () => {
    expect(remarks(metaDescribed, { name: "list_cards", description: "List cards" })).toEqual([]);
  });
});
