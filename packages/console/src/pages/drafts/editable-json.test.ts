import { expect, it } from "vitest";
import { parseJson } from "../../ui/json.ts";
import { editableJson } from "./editable-json.ts";

it.each(["\u{202e}gnp.exe", "a\u{200b}b", "tag \u{e0041}", "\u{feff}x", "line\u{2028}end", "\t\n"])(
  "shows every character of %j, and means the same",
  (text) => {
    const shown = editableJson({ [text]: text });

    expect(shown).not.toMatch(/(?![\n ])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
    expect(parseJson(shown)).toEqual({ [text]: text });
  },
);

it("leaves other characters as they are", () => {
  expect(editableJson({ name: "Zürich 東京 🙂" })).toContain("Zürich 東京 🙂");
});
