import { describe, expect, it } from "vitest";
import { contractOf } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { metaDescribed } from "./described.ts";

describe("meta/described", () => {
  it("does not take anything but text for a description", () => {
    const tool = contractOf({
      server: "cards",
      tool: { name: "get-card", description: { en: "" } },
    });

    expect(remarks(metaDescribed, tool).map(({ pointer }) => pointer)).toEqual(["/description"]);
  });

  it("counts the description that an overlay gives", () => {
    const tool = contractOf({
      server: "cards",
      tool: { name: "get-card" },
      overlay: { description: "Returns one card." },
    });

    expect(remarks(metaDescribed, tool)).toEqual([]);
  });

  it.each(["TBD.", "n/a", "No description provided", "Description not available", "none"])(
    "knows %j for a placeholder",
    (description) => {
      expect(remarks(metaDescribed, { description })).toHaveLength(1);
    },
  );

  it.each(["None of the cards are changed.", "Todo lists of a person", "Lists cards"])(
    "takes %j for a description",
    (description) => {
      expect(remarks(metaDescribed, { description })).toEqual([]);
    },
  );

  it("leaves the name in words to a milder rule", () => {
    expect(remarks(metaDescribed, { name: "list_cards", description: "List cards" })).toEqual([]);
  });
});
