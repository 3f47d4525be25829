import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { textStackedMarks } from "./stacked-marks.ts";

const found = (description: string) => remarks(textStackedMarks, { description });

describe("text/stacked-marks", () => {
  it.each(["Tìm kiếm tiếng Việt".normalize("NFD"), "a\u0301b\u0302", "हिन्दी में खोज", "שָׁלוֹם עֲלֵיכֶם"])(
    "accepts accents and vowel signs: %s",
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );

  it("finds a struck-through word", () => {
    expect(found("Adds. s\u0336e\u0336n\u0336d\u0336 \u0336i\u0336t\u0336")).toHaveLength(1);
  });

  it.each(["\u0336", "a\u0336", "a\u0301\u0302\u0303"])(
    "scans 200 kB of %j in linear time",
    (unit) => {
      expect(found(unit.repeat(200_000 / unit.length))).toHaveLength(1);
    },
  );
});
