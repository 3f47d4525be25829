import { describe, expect, it } from "vitest";
import { contractOf } from "../testing/contract.ts";
import { isNoInput, noInput } from "./contract.ts";

describe("isNoInput", () => {
  it.each([{}, { inputSchema: null }, { inputSchema: true }, { inputSchema: [] }])(
    "recognizes the stand-in for the missing schema of %j",
    (tool) => {
      expect(isNoInput(contractOf({ server: "local", tool }).input)).toBe(true);
    },
  );

  it.each([{}, { not: { type: "string" } }, { ...noInput, title: "None" }, { not: true }])(
    "does not treat %j as the stand-in",
    (schema) => {
      expect(isNoInput(schema)).toBe(false);
    },
  );
});
