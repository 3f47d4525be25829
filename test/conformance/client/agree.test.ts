import { expect, it } from "vitest";
import { agree } from "./agree.ts";

it("accepts a form with its proposed defaults and leaves the rest open", () => {
  const properties = { name: { type: "string", default: "Ada" }, age: { type: "integer" } };
  const params = { message: "Who?", requestedSchema: { type: "object", properties } };

  expect(agree({ method: "elicitation/create", params })).toEqual({
    action: "accept",
    content: { name: "Ada" },
  });
});

it("accepts a request without a form", () => {
  expect(agree({ method: "elicitation/create", params: {} })).toEqual({
    action: "accept",
    content: {},
  });
});
