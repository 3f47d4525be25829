import { expect, it } from "vitest";
import { operatorName } from "./operator-name.ts";

function nobody(): never {
  throw new Error("ENOENT");
}

it("returns the name of the local user", () => {
  expect(operatorName(() => ({ username: "grace" }), 1_000)).toBe("operator:grace");
});

it("falls back to the uid if the user has no name, as in a container", () => {
  expect(operatorName(nobody, 54_321)).toBe("operator:uid 54321");
  expect(operatorName(nobody, undefined)).toBe("operator:uid unknown");
});
