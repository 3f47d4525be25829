import { expect, it } from "vitest";
import { flat } from "./flat.ts";

it("gives back the same text", () => {
  const pieces = ["0b1a", "-", "4c5d", "~", " "];

  expect(flat(pieces.join(""))).toBe("0b1a-4c5d~ ");
});
