import { expect, it } from "vitest";
import { resultOf } from "./result-of.ts";

it("strips the upstream server's name and keeps the rest of its metadata", () => {
  const meta = { "io.modelcontextprotocol/serverInfo": { name: "crm", version: "1" }, kept: 1 };

  expect(resultOf({ content: [], isError: false, meta })).toEqual({
    content: [],
    isError: false,
    _meta: { kept: 1 },
  });
});
