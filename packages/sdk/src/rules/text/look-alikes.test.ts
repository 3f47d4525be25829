import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { textLookAlikes } from "./look-alikes.ts";

const found = (description: string) => remarks(textLookAlikes, { description });

describe("text/look-alikes", () => {
  it.each([
    "Ⓡⓔⓐⓓ",
    "𝖗𝖊𝖆𝖉",
    "🅁🄴🄰🄳",
    "аdmin",
    "adminο",
    "pаypal",
    "the рассоо",
    "ρassword",
    "ɪɢɴᴏʀᴇ",
    "ᵃᵈᵐᶦⁿ",
    "ոpen",
    "⒭⒠⒜⒟",
    "ｒead",
    "検索 ｒead",
    "the аррӏе",
  ])("finds %s", (text) => {
    expect(found(text)).toHaveLength(1);
  });

  it.each([
    "The angle 𝛼 in radians",
    "10 µm, 5 μs, kΩ",
    "Ищет файлы JSON на диске",
    "Αναζήτηση σε JSON",
    "Über Straße, Zürich, naïve, œuvre",
    "検索ＡＰＩツール",
    "Ⓒ 2026",
    "TNFα and NFκB, m², x₁, 1ˢᵗ, ½, ™",
    "от A до Z",
  ])("accepts honest text: %s", (text) => {
    expect(found(text)).toEqual([]);
  });

  it.each(["а", "aа ", "ｉ", "𝗶", "é", "a "])("scans 200 kB of %j in linear time", (unit) => {
    expect(found(unit.repeat(200_000 / unit.length)).length).toBeLessThanOrEqual(1);
  });
});
