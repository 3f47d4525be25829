import { expect, it } from "vitest";
import { askingOf } from "./upstream.ts";

it.each([
  ["elicitation/create", "elicitation"],
  ["sampling/createMessage", "sampling"],
  ["roots/list", "roots"],
  ["tools/call", undefined],
  ["constructor", undefined],
])("maps %s to %s", (method, asking) => {
  expect(askingOf(method)).toBe(asking);
});
