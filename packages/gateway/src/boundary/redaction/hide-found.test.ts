import { expect, it } from "vitest";
import { hideFound } from "./hide-found.ts";

it("hideFound redacts apparent secrets and keeps the rest", () => {
  expect(hideFound("row 7 says password: hunter2! to jo@example.org")).toBe(
    "row 7 says password: *** to jo@example.org",
  );
});

it("hideFound keeps identifiers that grant no access", () => {
  expect(hideFound("AWS_ACCOUNT_ID=123456789012")).toBe("AWS_ACCOUNT_ID=123456789012");
});
