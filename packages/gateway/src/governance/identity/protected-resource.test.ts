import { expect, it } from "vitest";
import { challengeOf, metadataOf, metadataPaths } from "./protected-resource.ts";

const resource = {
  resource: new URL("https://tools.example.com/mcp"),
  issuers: ["https://login.example.com/"],
  scopes: ["mcp"],
};
const metadata = "https://tools.example.com/.well-known/oauth-protected-resource/mcp";

it("publishes its metadata where clients look", () => {
  expect(metadataPaths(resource)).toEqual([
    "/.well-known/oauth-protected-resource/mcp",
    "/.well-known/oauth-protected-resource",
  ]);
  expect(metadataOf(resource)).toEqual({
    resource: "https://tools.example.com/mcp",
    authorization_servers: ["https://login.example.com/"],
    bearer_methods_supported: ["header"],
    scopes_supported: ["mcp"],
  });
});

it("omits empty lists", () => {
  expect(metadataOf({ ...resource, issuers: [], scopes: [] })).toEqual({
    resource: "https://tools.example.com/mcp",
    bearer_methods_supported: ["header"],
  });
});

it.each([
  {
    error: "missing_token",
    status: 401,
    says: `Bearer scope="mcp", resource_metadata="${metadata}"`,
  },
  {
    error: "invalid_token",
    status: 401,
    says: `Bearer error="invalid_token", scope="mcp", resource_metadata="${metadata}"`,
  },
  {
    error: "insufficient_scope",
    status: 403,
    says: `Bearer error="insufficient_scope", scope="mcp", resource_metadata="${metadata}"`,
  },
] as const)("answers $error with $status and how to authenticate", ({ error, status, says }) => {
  expect(challengeOf({ error }, resource)).toEqual({ status, authenticate: says });
});
