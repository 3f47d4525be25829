import { describe, expect, it } from "vitest";
import { findNamedSecret } from "./named-values.ts";

const value = "aB3dE5fG7hJ9kL1mN3pQ5rS7";

describe("findNamedSecret", () => {
  it.each([
    ["password", "hunter2!"],
    ["dbPassword", "hunter2!"],
    ["pwd", "hunter2!"],
    ["api_key", value],
    ["clientSecret", value],
    ["datadog_app", value],
  ])("finds the whole value: %s", (name, text) => {
    expect(findNamedSecret(name, text)).toMatchObject({ start: 0, end: text.length });
  });

  it.each([
    ["nextPageToken", value],
    ["token_type", "Bearer12"],
    ["secret_name", "db-credentials-2"],
    ["password", "required"],
    ["api_key", "YOUR_API_KEY_123"],
    ["description", `the name is ${value}`],
    ["note", "api_key of the second account"],
  ])("finds nothing in %s: %s", (name, text) => {
    expect(findNamedSecret(name, text)).toBeUndefined();
  });
});
