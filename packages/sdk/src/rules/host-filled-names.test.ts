import { describe, expect, it } from "vitest";
import { hostFilled } from "./host-filled-names.ts";

const text = { type: "string" };

describe("hostFilled", () => {
  it.each([
    "password",
    "newPassword",
    "db_password",
    "api_key",
    "apiKey",
    "APIKey",
    "x-api-key",
    "apikey",
    "accessToken",
    "github_token",
    "token",
    "client-secret",
    "secretAccessKey",
    "Authorization",
    "cookies",
    "credentials",
    "passphrase",
    "privateKey",
    "jwt",
    "pwd",
  ])("treats %s as a secret", (name) => {
    expect(hostFilled(name, text)).toBe("secret");
  });

  it.each(["session_id", "correlationId", "trace-id", "traceparent"])(
    "treats %s as the id of a call",
    (name) => {
      expect(hostFilled(name, text)).toBe("call id");
    },
  );

  it.each([
    "page_token",
    "nextToken",
    "continuationToken",
    "start_page_token",
    "fromToken",
    "token_address",
    "tokenId",
    "tokenizer",
    "tokens",
    "keyboard",
    "key",
    "primary_key",
    "password_policy_id",
    "passwordHash",
    "secret_name",
    "private_key_path",
    "access_key_id",
    "cookiecutter",
    "author",
    "session",
    "ticket",
    "compass",
    "",
  ])("accepts %j", (name) => {
    expect(hostFilled(name, text)).toBeUndefined();
  });

  it.each([
    ["token", "ERC-20 token contract address"],
    ["token", "Token for pagination"],
    ["pwd", "The working directory"],
    ["trace_id", "ID of the trace to fetch"],
  ])("follows the description of %s: %s", (name, description) => {
    expect(hostFilled(name, { type: "string", description })).toBeUndefined();
  });

  it("recognizes a ticket that grants access", () => {
    expect(hostFilled("ticket", { description: "Authentication ticket" })).toBe("secret");
  });

  it.each([{ type: "boolean" }, { type: "integer" }, { type: ["number", "null"] }])(
    "treats no boolean and no number as a secret: %j",
    (schema) => {
      expect(hostFilled("reset_password", schema)).toBeUndefined();
    },
  );

  it("works without a schema", () => {
    expect(hostFilled("password", true)).toBe("secret");
  });
});
