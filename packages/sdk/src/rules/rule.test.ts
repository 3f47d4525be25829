import { expect, it } from "vitest";
import { everywhere, profileNames, strictest } from "./rule.ts";

it("has five profiles", () => {
  expect(profileNames).toEqual(["core", "workspace", "cloud-discovery", "agent-hints", "registry"]);
});

it("strictest returns the strictest of the given severities", () => {
  expect(strictest(["off", "warning", "error"])).toBe("error");
  expect(strictest([undefined, "warning"])).toBe("warning");
  expect(strictest([undefined, undefined])).toBe("off");
  expect(strictest([])).toBe("off");
});

it("everywhere gives one severity to every profile", () => {
  expect(Object.keys(everywhere("error")).toSorted()).toEqual([...profileNames].toSorted());
});
