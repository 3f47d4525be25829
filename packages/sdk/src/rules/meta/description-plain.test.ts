import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { metaDescriptionPlain } from "./description-plain.ts";

describe("meta/description-plain", () => {
  it("tolerates two abbreviations and two names from the code", () => {
    const description = "Queries the CMIS and the ECM; takes card_id and deckId.";

    expect(remarks(metaDescriptionPlain, { description })).toEqual([]);
  });

  it("requires English", () => {
    const found = remarks(metaDescriptionPlain, { description: "高德天气查询助手" });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/description"]);
  });

  it("never refuses a tool over its style", () => {
    expect(metaDescriptionPlain.severity).toEqual({ "agent-hints": "warning" });
  });
});
