import { readFile } from "node:fs/promises";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { type Ran, run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

const vscode = `{
  // Servers of the team
  "inputs": [{ "id": "crm-key", "type": "promptString", "password": true }],
  "servers": {
    "crm": {
      "type": "stdio",
      "command": "npx",
      "args": ["-y", "crm-server", "--root", "\${workspaceFolder}/data"],
      "env": { "CRM_KEY": "\${input:crm-key}", "LOG_LEVEL": "debug", "OTHER": "\${env:SHARED}" },
      "envFile": ".env",
      "dev": { "watch": "src" },
    },
    "wiki": { "type": "http", "url": "https://wiki.example.com/mcp?key=hunter2", "headers": { "X-Key": "hunter2", "Authorization": "Bearer hunter2", "Accept": "text/plain", "X-Mode": "production" } },
    "old": { "url": "https://old.example.com/sse" },
    "odd": { "type": "carrier-pigeon" },
  },
}`;

const desktop = JSON.stringify({
  mcpServers: {
    github: {
      command: "docker",
      args: ["run", "-i", "--rm", "-e", "GITHUB_TOKEN=ghp_hunter2hunter2", "-e", "LOG=info", "gh"],
      env: { OTHER_SECRET: "hunter2" },
    },
    local: { command: "uvx", args: ["thing", "--api-key", "hunter2"], autoApprove: ["all"] },
  },
  globalShortcut: "Ctrl+Space",
});

const registry = JSON.stringify({
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: "io.github.somebody/weather",
  description: "Weather",
  version: "1.2.3",
  repository: { url: "https://github.com/somebody/weather" },
  packages: [
    { registryType: "mcpb", identifier: "https://example.com/x.mcpb" },
    {
      registryType: "npm",
      identifier: "@somebody/weather",
      version: "1.2.3",
      transport: { type: "stdio" },
      packageArguments: [
        { type: "positional", valueHint: "city", isRequired: true },
        { type: "named", name: "--units", default: "metric" },
        { type: "named", name: "--quiet" },
      ],
      environmentVariables: [
        { name: "WEATHER_KEY", isSecret: true, isRequired: true, default: "hunter2" },
        { name: "LOG_LEVEL", default: "info" },
        { name: "PROXY" },
      ],
    },
  ],
  remotes: [{ type: "streamable-http", url: "https://weather.example.com/mcp" }],
});

function initFrom(folder: Folder, file: string, ...flags: readonly string[]): Promise<Ran> {
  return run(["init", "--from", file, ...flags], { folder: folder.path });
}

/** Checks that the written configuration is valid once the variables are set. */
async function isAccepted(folder: Folder, ...variables: readonly string[]): Promise<boolean> {
  const environment = Object.fromEntries(variables.map((name) => [name, "x"]));
  const { code } = await run(["effective"], { folder: folder.path, environment });
  return code === 0;
}

describe("toolcourt init", () => {
  it("imports the servers of VS Code and lists the ones it cannot start", async () => {
    await using folder = await openFolder({ "mcp.json": vscode });

    const { code, output, errors } = await initFrom(folder, "mcp.json");

    const written = await folder.read("toolcourt.yaml");
    expect(code).toBe(0);
    expect(written).toContain("- ./data\n");
    expect(written).toContain("CRM_KEY: ${CRM_KEY}");
    expect(written).toContain("OTHER: ${SHARED}");
    expect(written).toContain("LOG_LEVEL: debug");
    expect(written).toContain("url: https://wiki.example.com/mcp\n");
    expect(written).toContain("X-Key: ${WIKI_X_KEY}\n");
    expect(written).toContain("Authorization: Bearer ${WIKI_TOKEN}\n");
    expect(written).toContain("X-Mode: production\n");
    expect(written).toContain("# Not taken over: the headers Accept.\n");
    expect(written).toContain("transport: sse");
    expect(`${written}${output}${errors}`).not.toContain("hunter2");
    for (const named of ["Not taken over: dev", "the headers Accept", "odd"]) {
      expect(written).toContain(named);
      expect(errors).toContain(named);
    }
    expect(output).toMatch(
      /^Set these environment variables .*\n {2}CRM_KEY\n {2}SHARED\n {2}WIKI_TOKEN\n {2}WIKI_X_KEY\nNext:\n {2}toolcourt eff/,
    );
    const names = ["CRM_KEY", "SHARED", "WIKI_TOKEN", "WIKI_X_KEY"];
    expect(await isAccepted(folder, ...names)).toBe(true);
  });

  it("takes over a file of variables, and not one whose path only the client knows", async () => {
    const servers = {
      crm: { command: "crm", envFile: "${workspaceFolder}/conf/.env" },
      erp: { command: "erp", envFile: "${userHome}/.env" },
      web: { url: "https://web.example.com/mcp", envFile: ".env" },
    };
    await using folder = await openFolder({ "mcp.json": JSON.stringify({ servers }) });

    const { errors } = await initFrom(folder, "mcp.json");

    const written = await folder.read("toolcourt.yaml");
    expect(written.match(/env_file: .*/g)).toEqual(["env_file: conf/.env"]);
    expect(errors).toContain("crm: Its variables are read from conf/.env, which only you may read");
    expect(errors).toContain("erp: Not taken over: envFile, whose path only the client knows.");
    expect(errors).toContain("web: Not taken over: envFile.");
    expect(await isAccepted(folder)).toBe(true);
  });

  it("takes over the logins of clients as connections, and prints the commands", async () => {
    const url = "https://hub.example.com/mcp";
    const code = { clientId: "hub-desk.4711", callbackPort: 8912, scopes: "read write" };
    const cursor = { CLIENT_ID: "desk", CLIENT_SECRET: "hunter2", scopes: ["files:read", "$(id)"] };
    const odd = { clientId: "${env:HUB_ID}", clientSecret: "hunter2", tokenUrl: "hunter2" };
    const mcpServers = {
      plain: { url, oauth: {} },
      code: { type: "http", url, oauth: code },
      cursor: { url, auth: { ...cursor, issuer: "https://login.example.com" } },
      odd: { type: "sse", url, oauth: odd },
      keyed: { url, oauth: code, headers: { Authorization: "Bearer hunter2" } },
      "our hub": { url, auth: { CLIENT_ID: "desk" } },
    };
    await using folder = await openFolder({ "mcp.json": JSON.stringify({ mcpServers }) });
    const { output, errors } = await initFrom(folder, "mcp.json");

    const written = await folder.read("toolcourt.yaml");
    expect(`${written}${output}${errors}`).not.toContain("hunter2");
    expect(written.match(/connection: .*/g)).toEqual(
      ["plain", "code", "cursor", "odd"].map((name) => `connection: ${name}`),
    );
    const signIn = "toolcourt connections login";
    expect(output.match(/toolcourt connections .*/g)).toEqual([
      `${signIn} plain`,
      `${signIn} code --client-id hub-desk.4711 --scope "read write" --port 8912`,
      `${signIn} cursor --client-id desk --client-secret - --issuer https://login.example.com --scope "files:read"`,
      `${signIn} odd --client-id <client-id> --client-secret - --issuer <issuer>`,
    ]);
    expect(errors).toContain(
      `code: Its login was not copied. Sign in with: ${signIn} code --client`,
    );
    expect(errors).toContain("odd: Not taken over of its login: tokenUrl.");
    expect(errors).toContain("our hub: Its login was not taken over: rename the server first.");
    expect(await isAccepted(folder, "KEYED_TOKEN")).toBe(true);
  });

  it("takes over the headers of a registry's server as references", async () => {
    const headers = [
      { name: "Authorization", value: "Bearer {token}", isRequired: true, isSecret: true },
      { name: "X-Region", isRequired: true },
      { name: "X-Trace" },
    ];
    const remotes = [{ type: "streamable-http", url: "https://hub.example.com/mcp", headers }];
    const server = JSON.stringify({ name: "io.github.ada/hub", version: "1.0.0", remotes });
    await using folder = await openFolder({ "server.json": server });
    await initFrom(folder, "server.json");

    const written = await folder.read("toolcourt.yaml");
    expect(written).toContain(
      "headers:\n        Authorization: Bearer ${HUB_TOKEN}\n        X-Region: ${HUB_X_REGION}\n",
    );
    expect(written).not.toContain("X-Trace");
    expect(await isAccepted(folder, "HUB_TOKEN", "HUB_X_REGION")).toBe(true);
  });

  it("imports a Claude Desktop file without writing any secret", async () => {
    await using folder = await openFolder({ "claude_desktop_config.json": desktop });

    const { output, errors } = await initFrom(folder, "claude_desktop_config.json");

    const written = await folder.read("toolcourt.yaml");
    expect(`${written}${output}${errors}`).not.toContain("hunter2");
    expect(written).toContain("GITHUB_TOKEN: ${GITHUB_TOKEN}");
    expect(written).toContain("LOG: info");
    expect(written).toContain("name: local-server");
    expect(errors).toContain("local-server: Not taken over: autoApprove.");
    expect(errors).toContain("Set it as TOOLCOURT__TOOLBOX__MCPS__LOCAL_SERVER__ARGS__2.");
    expect(errors).toContain("Not taken over: globalShortcut.");
    expect(await isAccepted(folder, "GITHUB_TOKEN", "OTHER_SECRET")).toBe(true);
  });

  it("finds secrets in all the usual spots of client files", async () => {
    const mcpServers = {
      joined: { command: "docker", args: ["run", "--env=WHO=hunter2", "-eANY=hunter2", "gh"] },
      json: { command: "npx", args: ["cli", "--config", '{"debug":true,"apiKey":"hunter2"}'] },
      remote: { command: "npx", args: ["mcp-remote", "https://example.com/mcp?k=hunter2"] },
      shell: { command: "env TOKEN=hunter2 npx", args: ["x"] },
    };
    await using folder = await openFolder({ "mcp.json": JSON.stringify({ mcpServers }) });

    const { output, errors } = await initFrom(folder, "mcp.json");

    const written = await folder.read("toolcourt.yaml");
    expect(`${written}${output}${errors}`).not.toContain("hunter2");
    expect(written).toContain("- --env=WHO\n        - -eANY\n");
    expect(written).toContain("WHO: ${WHO}");
    expect(errors).toContain(
      "shell was left out: its command is no plain name or path of a program.",
    );
  });

  it("copies only harmless arguments, and names the variables that set the others", async () => {
    const args = ["crm-server", "-k", "hunter2", "--user", "me:hunter2", "--port", "8080"];
    await using folder = await openFolder({
      "mcp.json": JSON.stringify({ mcpServers: { crm: { command: "npx", args } } }),
    });

    const { output, errors } = await initFrom(folder, "mcp.json");

    const written = await folder.read("toolcourt.yaml");
    expect(`${written}${output}${errors}`).not.toContain("hunter2");
    expect(written).toContain('- --port\n        - "8080"\n');
    expect(errors).toMatch(/Set it as \w+MCPS__crm__ARGS__2, \w+MCPS__crm__ARGS__4\./);
  });

  it("reports unusable arguments and variables, and imports the rest", async () => {
    const env = { "A=B": "hunter2", "": "x", __proto__: "x", "two words": "x", LOG: "info" };
    const mcpServers = {
      crm: { command: "npx", args: "crm-server -k hunter2", env, headers: {} },
      odd: { command: "npx", args: ["x", { key: "hunter2" }, 8080] },
    };
    await using folder = await openFolder({ "mcp.json": JSON.stringify({ mcpServers }) });

    const { output, errors } = await initFrom(folder, "mcp.json");

    const written = await folder.read("toolcourt.yaml");
    expect(`${written}${output}${errors}`).not.toContain("hunter2");
    expect(errors).toContain("crm: Not taken over: args, which is no list.");
    expect(errors).toContain(
      "crm: Not taken over: 3 of env, which no system takes for a variable.",
    );
    expect(written).toContain("LOG: info");
    expect(written).toContain('- x\n        - LEFT-OUT\n        - "8080"\n');
    expect(await isAccepted(folder)).toBe(true);
  });

  it("writes nothing if no server can be imported, and explains each", async () => {
    const servers = { odd: { type: "carrier-pigeon" }, empty: { command: "" } };
    await using folder = await openFolder({ "mcp.json": JSON.stringify({ servers }) });

    const { code, errors } = await initFrom(folder, "mcp.json");

    expect(code).toBe(2);
    expect(errors).toContain("odd was left out: it has no address of a kind that is known.");
    expect(errors).toContain("empty was left out: it has no command.");
    expect(errors).toContain("mcp.json has no server that could be taken over.");
    expect(await folder.files()).toEqual(["mcp.json"]);
  });

  it("writes no placeholders that only the client would expand", async () => {
    const args = ["x", "${input:crm}", "--root", "${workspaceFolder}/a", "${env:HOME}/b"];
    const servers = { crm: { command: "uvx", args } };
    await using folder = await openFolder({ "mcp.json": JSON.stringify({ servers }) });

    const { errors } = await initFrom(folder, "mcp.json");

    expect(await folder.read("toolcourt.yaml")).not.toContain("${");
    expect(errors).toContain("Read mcp.json: 1 server (crm).");
    expect(errors).toMatch(/Set it as \w+MCPS__crm__ARGS__1, \w+MCPS__crm__ARGS__4\./);
  });

  it("writes a configuration that reads omitted values from the named variables", async () => {
    const url = "https://mcp.example.com/s/a1b2c3d4e5f6a7b8c9d0e1f2/mcp";
    const args = ["x", "--api-key", "hunter2"];
    const mcpServers = { one: { command: "uvx", args }, two: { url } };
    await using folder = await openFolder({ "mcp.json": JSON.stringify({ mcpServers }) });

    const { errors } = await initFrom(folder, "mcp.json");

    const named = [...errors.matchAll(/Set it as (\w+)\./g)].map(([, name = ""]) => name);
    const environment = Object.fromEntries(
      named.map((name) => [name, name.endsWith("URL") ? url : "hunter2"]),
    );
    const { code } = await run(["effective"], { folder: folder.path, environment });
    expect(named).toEqual([
      "TOOLCOURT__TOOLBOX__MCPS__one__ARGS__2",
      "TOOLCOURT__TOOLBOX__MCPS__two__URL",
    ]);
    expect(code).toBe(0);
    expect(await folder.read("toolcourt.yaml")).not.toMatch(/hunter2|a1b2c3/);
  });

  it("turns a registry package into a command", async () => {
    await using folder = await openFolder({ "server.json": registry });

    const { errors } = await initFrom(folder, "server.json");

    const { output } = await run(["effective", "--json"], {
      folder: folder.path,
      environment: { WEATHER_KEY: "x" },
    });
    expect(output).toContain(
      '["-y","@somebody/weather@1.2.3","<city>","--units","metric","--quiet"]',
    );
    expect(await folder.read("toolcourt.yaml")).toContain("WEATHER_KEY: ${WEATHER_KEY}");
    expect(await folder.read("toolcourt.yaml")).not.toContain("hunter2");
    expect(errors).toContain("weather: Put a value in place of <city> among args.");
    expect(errors).toContain("It also reads PROXY");
    expect(errors).toContain("Not taken over: repository.");
  });

  it("searches the usual client files, and names the one it read", async () => {
    const inHome = ".config/Claude/claude_desktop_config.json";
    await using folder = await openFolder({
      ".cursor/mcp.json": desktop,
      [`home/${inHome}`]: desktop,
      "home/.config/zed/settings.json": '{ "theme": "One Dark" }',
    });

    const { code, errors } = await run(["init"], {
      folder: folder.path,
      environment: { HOME: `${folder.path}/home` },
    });

    expect(code).toBe(0);
    expect(errors).toContain("Read .cursor/mcp.json: 2 servers (github, local-server).");
    // Files without servers are not named.
    expect(errors).toContain(`${inHome}. Choose one with --from or --client.`);
  });

  it("prints the configuration without writing it in a dry run", async () => {
    await using folder = await openFolder({ "mcp.json": desktop });

    const { output } = await initFrom(folder, "mcp.json", "--dry-run");

    expect(output).toContain("mode: dynamic");
    expect(await folder.files()).toEqual(["mcp.json"]);
  });

  it("never overwrites a configuration", async () => {
    await using folder = await openFolder({ "mcp.json": desktop, "toolcourt.yaml": "mine" });

    const { code, errors } = await initFrom(folder, "mcp.json");

    expect(code).toBe(2);
    expect(errors).toContain("Cannot write toolcourt.yaml: ");
    expect(await folder.read("toolcourt.yaml")).toBe("mine");
  });

  it.each([
    ['{"servers": {"a": {]}', /^mcp\.json:1:20 Expected /],
    ['{"servers": {}} x', /^mcp\.json:1:17 Expected the end of the file/],
    ["", /^mcp\.json:1:1 Expected /],
    ["[]", /^mcp\.json lists no server: expected mcpServers/],
    ['{"mcpServers": {}}', /^mcp\.json lists no server/],
    ['{"servers": {"a": {}, "a": {}}}', /^mcp\.json:1:23 /],
  ])("reports the problem with %s", async (text, problem) => {
    await using folder = await openFolder({ "mcp.json": text });

    const { code, errors } = await initFrom(folder, "mcp.json");

    expect(code).toBe(2);
    expect(errors).toMatch(problem);
  });

  it("asks for --from if it finds no client file", async () => {
    await using folder = await openFolder();

    const { code, errors } = await run(["init"], { folder: folder.path });

    expect(code).toBe(2);
    expect(errors).toContain(
      "Name the file with --from. (usage-invalid; next: toolcourt init --help)",
    );
  });
});

describe("the init documentation page", () => {
  it("shows the exact output for its example file", async () => {
    const page = await readFile(new URL("../../../../../../docs/init.md", import.meta.url), "utf8");
    const [, json = "", yaml = ""] =
      /^```json\n(.*?)^```$.*?^```yaml\n(.*?)^```$/ms.exec(page) ?? [];
    await using folder = await openFolder({ ".vscode/mcp.json": json });

    await run(["init"], { folder: folder.path });

    expect(await folder.read("toolcourt.yaml")).toBe(yaml);
  });
});
