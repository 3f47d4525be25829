import { expect, it } from "vitest";
import { effectiveSettings, type Setting } from "./effective.ts";
import { defaultText } from "./load.ts";

const text = `myai:
  toolbox:
    tools:
      - name: a
        timeout: PT5S
    mcps:
      - name: crm
        transport: stdio
        command: crm
        args: [-v, --api-key, hunter2]
        env:
          TOKEN: \${CRM_TOKEN}
          OTHER: hunter2
        mode: strict
        default_tool_config:
      - name: web
        transport: sse
        url: http://ann:hunter2@host/mcp?key=hunter2
        mode: strict
`;
const environment = { CRM_TOKEN: "hunter2", APP_MYAI__TOOLBOX__MCPS__0__MODE: "strict" };

function find(settings: readonly Setting[], path: string): Setting | undefined {
  return settings.find((setting) => setting.path === path);
}

it("returns the origin of each value", () => {
  const settings = effectiveSettings(text, { file: "t.yaml", environment });

  expect(find(settings, "myai.toolbox.tools[0].timeout")).toEqual({
    path: "myai.toolbox.tools[0].timeout",
    value: "PT5S",
    origin: { kind: "file", file: "t.yaml", line: 5, column: 18 },
  });
  expect(find(settings, "myai.toolbox.mcps[0].mode")).toMatchObject({
    value: "strict",
    origin: { kind: "variable", name: "APP_MYAI__TOOLBOX__MCPS__0__MODE" },
  });
  expect(find(settings, "myai.toolbox.mcps[0].clauses.is-error-flag")).toMatchObject({
    value: "observe",
    origin: { kind: "default" },
  });
  expect(find(settings, "myai.toolbox.mcps[0].allowed_requests")).toMatchObject({
    value: ["elicitation"],
    origin: { kind: "default" },
  });
  expect(find(settings, "myai.toolbox.max_concurrent")).toMatchObject({ value: 10 });
  expect(find(settings, "myai.toolbox.mcps[0].args")).toMatchObject({
    value: ["-v", "--api-key", "(not shown)"],
  });
  expect(find(settings, "server.port")).toMatchObject({ value: 7420 });
});

it("writes values in the form of the file", () => {
  const file = JSON.stringify({
    toolbox: {},
    egress: { allow: [{ origin: "https://api.example" }] },
  });
  const settings = effectiveSettings(file, { file: "t.yaml", environment: {} });

  expect(find(settings, "egress.allow[0].origin")?.value).toBe("https://api.example");
  expect(find(settings, "egress.max_payload")).toMatchObject({
    value: "1MB",
    origin: { kind: "default" },
  });
  expect(find(settings, "egress.retry.max_wait")).toMatchObject({ value: "PT10S" });
});

it("leaves out values that are neither set nor have a default", () => {
  const settings = effectiveSettings(text, { file: "t.yaml", environment });

  expect(find(settings, "myai.toolbox.tools[0].max_instances")).toBeUndefined();
  expect(settings.filter(({ path }) => path.startsWith("toolbox"))).toEqual([]);
});

it("shows the names of secrets, never their values", () => {
  const settings = effectiveSettings(text, { file: "t.yaml", environment });

  expect(find(settings, "myai.toolbox.mcps[0].env.TOKEN")?.value).toBe("${CRM_TOKEN}");
  expect(find(settings, "myai.toolbox.mcps[0].env.OTHER")?.value).toBe("(not shown)");
  expect(find(settings, "myai.toolbox.mcps[1].url")?.value).toBe("http://host/mcp");
  expect(JSON.stringify(settings)).not.toContain("hunter2");
});

it.each([
  ["${CRM_KEY}", "${CRM_KEY}"],
  ["a-key-that-stands-in-the-file-itself", "(not shown)"],
])("shows the name of a context key, never its value: %s", (context_key, shown) => {
  const server = { name: "crm", transport: "sse", url: "http://host/mcp", mode: "strict" };
  const mcps = [{ ...server, pass_context: true, context_key }];
  const file = JSON.stringify({ toolbox: { mcps } });

  const settings = effectiveSettings(file, {
    file: "t.yaml",
    environment: { CRM_KEY: "a-key-that-stands-in-the-environment" },
  });

  expect(find(settings, "toolbox.mcps[0].context_key")?.value).toBe(shown);
  expect(JSON.stringify(settings)).not.toContain("a-key-that");
});

it.each([
  ["sqlite:.toolcourt/state.db", "sqlite:.toolcourt/state.db"],
  ["postgres://ann:hunter2@db:5432/toolcourt?password=hunter2", "postgres://db:5432/toolcourt"],
  ["postgres:///toolcourt?password=hunter2", "postgres:///toolcourt"],
])("shows the location of a store without its password: %s", (url, shown) => {
  const stores = { url, redis: "rediss://:hunter2@cache:6379/1" };
  const file = JSON.stringify({ toolbox: {}, stores });

  const settings = effectiveSettings(file, { file: "t.yaml", environment: {} });

  expect(find(settings, "stores.url")?.value).toBe(shown);
  expect(find(settings, "stores.redis")?.value).toBe("rediss://cache:6379/1");
});

it.each([
  ["https://hooks.slack.com/services/T0/B0/hunter2", "https://hooks.slack.com/(not shown)"],
  ["smtps://mail.example.com:465", "smtps://mail.example.com:465"],
  ["${SLACK_URL}", "${SLACK_URL}"],
])("shows neither the webhook nor the password of a receiver: %s", (url, shown) => {
  const isMail = url.startsWith("smtp");
  const mail = { kind: "email", from: "a@example.com", to: ["b@example.com"], username: "a" };
  const own = isMail ? { ...mail, password: "hunter2" } : { kind: "slack" };
  const file = JSON.stringify({
    toolbox: {},
    approvals: { notify: [{ name: "team", url, ...own }] },
  });

  const settings = effectiveSettings(file, {
    file: "t.yaml",
    environment: { SLACK_URL: "https://hooks.slack.com/services/T0/B0/hunter2" },
  });

  expect(find(settings, "approvals.notify[0].url")?.value).toBe(shown);
  expect(JSON.stringify(settings)).not.toContain("hunter2");
});

it("returns only defaults and variables without a file", () => {
  const settings = effectiveSettings(defaultText, {
    environment: { TOOLCOURT__SERVER__PORT: "1" },
  });

  expect(find(settings, "toolbox.local")).toEqual({
    path: "toolbox.local",
    value: ["workspace"],
    origin: { kind: "default" },
  });
  expect(find(settings, "server.port")).toMatchObject({ value: 1, origin: { kind: "variable" } });
});
