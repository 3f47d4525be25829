import { expect, it } from "vitest";
import { toToolPointer } from "./contract-pointer.ts";

it.each([
  ["", ""],
  ["/name", "/name"],
  ["/input", "/inputSchema"],
  ["/input/properties/id", "/inputSchema/properties/id"],
  ["/output/properties/id", "/outputSchema/properties/id"],
  ["/terms/tags/0", "/_meta/dev.toolcourt~1contract/tags/0"],
  ["/asReceived/title", "/title"],
  ["/inputs", "/inputs"],
  ["/constructor", "/constructor"],
])("toToolPointer maps the contract's %s to the tool's %s", (pointer, expected) => {
  expect(toToolPointer(pointer)).toBe(expected);
});
