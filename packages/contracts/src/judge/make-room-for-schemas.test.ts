import { expect, it } from "vitest";
import { addToOverlay } from "./overlay-name.ts";
import { readOverlay } from "./read-overlay.ts";

const file = "a.yaml";

it("keeps marks and their comments when a repair adds a schema in their place", () => {
  const before = "input:\n  # ours\n  /to: { role: destination }\n";
  const after = addToOverlay(before, { input: { type: "object" } }, file);

  expect(after).toContain("# ours");
  expect(readOverlay(after, file).overlay).toEqual({
    input: { type: "object" },
    terms: { input: { "/to": { role: "destination" } } },
  });
});

it("leaves marks alone when something else is added", () => {
  const before = "input:\n  /to: { role: destination }\n";

  expect(addToOverlay(before, { description: "x" }, file)).toBe(`${before}description: x\n`);
});
