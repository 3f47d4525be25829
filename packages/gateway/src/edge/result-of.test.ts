import { expect, it } from "vitest";
import { resultOf } from "./result-of.ts";

it("does not say which server stood behind us, and keeps the rest of what that server says", () => {
  const meta = { "io.modelcontextprotocol/serverInfo": { name: "crm", version: "1" }, kept: 1 };

  expect(resultOf({ content: [], isError: false, meta })).toEqual({
    content: [],
    isError: false,
    _meta: { kept: 1 },
  });
});
