import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import {
  codeWords,
  hasMarkup,
  metaDescriptionPlain,
  otherScriptShare,
  unexplainedAcronyms,
} from "./description-plain.ts";

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

describe("plainness", () => {
  it.each(["Use ```id```", "# Heading", "a\n| a | b |\n", "<b>bold</b>", "see <IMPORTANT>"])(
    "finds the markup in %j",
    (text) => {
      expect(hasMarkup(text)).toBe(true);
    },
  );

  it.each(["1 < 2 and 3 > 2", "C# and F#", "either|or", "a `word`"])(
    "accepts %j as plain text",
    (text) => {
      expect(hasMarkup(text)).toBe(false);
    },
  );

  it("counts each abbreviation once", () => {
    expect(unexplainedAcronyms("ECM, CMIS and ECM")).toBe(2);
  });

  it("does not count familiar abbreviations, or ones explained on either side", () => {
    expect(unexplainedAcronyms("JSON over HTTPS, in UTC")).toBe(0);
    expect(unexplainedAcronyms("ECM (content management), access list (ACL). The ACL.")).toBe(0);
  });

  it("counts code-style names, not words", () => {
    expect(codeWords("search-cards and fetch_card, fetch_card and deckId")).toBe(2);
    expect(codeWords("GitHub, iPhone's and JavaScript")).toBeLessThanOrEqual(1);
  });

  it("counts accented letters as Latin", () => {
    expect(otherScriptShare("Zürich, Łódź")).toBe(0);
    expect(otherScriptShare("天気 ok")).toBe(0.5);
    expect(otherScriptShare("123")).toBe(0);
  });

  it("decides at once for text of any length", () => {
    const text = `${"a_".repeat(50_000)} ${"|".repeat(50_000)} ${"A(".repeat(50_000)}`;

    expect([hasMarkup(text), unexplainedAcronyms(text), codeWords(text)]).toEqual([false, 0, 1]);
  });
});
