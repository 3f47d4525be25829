import { expect, it } from "vitest";
import { keyPaths } from "./key-paths.ts";
import { childOf, keysOf } from "./keys.ts";
import { configSchema } from "./schema.ts";

it("has exactly these keys, for files depend on them", () => {
  const toolbox = childOf(configSchema, "toolbox");

  expect(keysOf(configSchema)).toEqual([
    "toolbox",
    "myai",
    "server",
    "stores",
    "policy",
    "audit",
    "approvals",
    "limits",
    "telemetry",
  ]);
  expect([...keyPaths(childOf(configSchema, "myai"), "")]).toEqual(
    [...keyPaths(toolbox, "")].map((path) => `.toolbox${path}`),
  );
  expect([...keyPaths(toolbox, "toolbox")]).toEqual([
    "toolbox.max_concurrent",
    "toolbox.local",
    "toolbox.tools.name",
    "toolbox.tools.server",
    "toolbox.tools.max_instances",
    "toolbox.tools.timeout",
    "toolbox.tools.approval",
    "toolbox.mcps.name",
    "toolbox.mcps.transport",
    "toolbox.mcps.url",
    "toolbox.mcps.command",
    "toolbox.mcps.args",
    "toolbox.mcps.env",
    "toolbox.mcps.cwd",
    "toolbox.mcps.pins",
    "toolbox.mcps.mode",
    "toolbox.mcps.default_tool_config.max_instances",
    "toolbox.mcps.default_tool_config.timeout",
    "toolbox.mcps.prompts",
    "toolbox.mcps.profile",
    "toolbox.mcps.clauses.input",
    "toolbox.mcps.clauses.output",
    "toolbox.mcps.clauses.output-missing",
    "toolbox.mcps.clauses.is-error-flag",
    "toolbox.mcps.clauses.text-agrees",
    "toolbox.mcps.clauses.size",
    "toolbox.mcps.clauses.annotations",
    "toolbox.mcps.hints",
    "toolbox.mcps.may_ask",
    "toolbox.mcps.resources",
    "toolbox.mcps.required",
    "toolbox.mcps.naming",
    "toolbox.mcps.tool_allowlist",
    "toolbox.mcps.tool_denylist",
    "toolbox.collision",
  ]);
});

it("has exactly these keys for who may call and where it is written down", () => {
  const rest = (keysOf(configSchema) ?? []).filter((key) => !["toolbox", "myai"].includes(key));

  expect(rest.flatMap((key) => [...keyPaths(childOf(configSchema, key), key)])).toEqual([
    "server.host",
    "server.port",
    "server.auth.resource",
    "server.auth.scopes",
    "server.auth.issuers.name",
    "server.auth.issuers.issuer",
    "server.auth.issuers.jwks_url",
    "server.auth.issuers.audience",
    "server.auth.issuers.roles_claim",
    "server.auth.issuers.tenant_claim",
    "server.auth.keys.name",
    "server.auth.keys.sha256",
    "server.auth.keys.roles",
    "server.auth.keys.tenant",
    "server.auth.keys.system",
    "server.auth.keys_file",
    "stores.url",
    "stores.redis",
    "policy.from",
    "policy.file",
    "audit.key",
    "audit.checkpoints",
    "audit.copy",
    "audit.require",
    "approvals.key",
    "approvals.approvers",
    "limits.per_principal.max_requests",
    "limits.per_principal.window",
    "telemetry.metrics.host",
    "telemetry.metrics.port",
    "telemetry.metrics.token_sha256",
  ]);
});
