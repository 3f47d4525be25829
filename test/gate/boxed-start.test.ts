import { openGateway } from "@toolcourt/gateway";
import { boxesOf } from "@toolcourt/testing/boxes";
import { openFolder } from "@toolcourt/testing/folder";
import { greetTool } from "@toolcourt/testing/local-tool";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

// How a gateway starts whose local tools have the profile `cloud-discovery`.

const { inBox } = boxesOf();
const fixture = new URL("../../packages/testing/src/boxed/discovery-tools.ts", import.meta.url);
const names = ["read-thing", "spin-forever", "crash-now", "forge-messages", "try-everything"];

function configOf(local: string, more: object): string {
  const tools = names.map((name) => ({ name }));
  return JSON.stringify({
    ...more,
    toolbox: { profile: ["core", "cloud-discovery"], local: [local], tools },
  });
}

interface Scene {
  readonly files?: Readonly<Record<string, string>>;
  /** More keys of the configuration. */
  readonly more?: object;
  readonly environment?: Readonly<Record<string, string>>;
}

async function starting(local: string, { files = {}, more = {}, environment = {} }: Scene = {}) {
  const config = configOf(local, more);
  await using folder = await openFolder({ "config/toolcourt.yaml": config, ...files });
  const place = { folder: `${folder.path}/config`, environment };
  return await run(["tools", "--config", "toolcourt.yaml"], place);
}

const beside = { "tools/module.mjs": "" };

describe("a start with local discovery tools", { timeout: 60_000 }, () => {
  it("is refused with the module, the reason and the next step", async () => {
    const { code, errors } = await starting("./module.mjs", {
      files: { "config/module.mjs": "" },
    });

    expect(code).toBe(2);
    expect(errors).toContain("The tools of ./module.mjs must run without network");
    expect(errors).toContain("Move it into a folder that does not hold the configuration.");
  });

  it.each([
    ["stores.url", { stores: { url: "sqlite:../tools/state.db" } }],
    ["audit.key", { audit: { key: "../tools/audit.key" } }],
    ["audit.mirror_file", { audit: { mirror_file: "../tools/audit.log" } }],
    ["approvals.key", { approvals: { key: "../tools/approvals.key" } }],
    ["connections.key", { connections: { key: "file:../tools/vault.key" } }],
    ["policy.file", { policy: { file: "../tools/policy.yaml" } }],
    [
      "server.auth.keys_file",
      { server: { auth: { resource: "https://a.example", keys_file: "../tools/keys" } } },
    ],
  ])("is refused if the module's folder holds the file of %s", async (key, more) => {
    const { code, errors } = await starting("../tools/module.mjs", { files: beside, more });

    expect(code).toBe(2);
    expect(errors).toContain(`it would see the file that \`${key}\` names`);
  });

  it("is refused if the module's folder holds a file with HTTP tools", async () => {
    const http = [{ name: "shop", tools: "../tools/shop.yaml", base: "https://a.example" }];
    const more = {
      egress: {
        allow: [{ origin: "https://a.example" }],
        gateway: { url: "https://apim.example" },
      },
    };
    const config = JSON.stringify({
      ...more,
      toolbox: { profile: ["cloud-discovery"], local: ["../tools/module.mjs"], http },
    });
    const { errors } = await starting("", {
      files: { ...beside, "config/toolcourt.yaml": config },
    });

    expect(errors).toContain("it would see the file that `toolbox.http` names");
  });

  it("is refused if the module's folder holds the certificates that Node trusts", async () => {
    const environment = { NODE_EXTRA_CA_CERTS: "../tools/ca.pem" };
    const { code, errors } = await starting("../tools/module.mjs", { files: beside, environment });

    expect(code).toBe(2);
    expect(errors).toContain("it would see the file that `NODE_EXTRA_CA_CERTS` names");
  });

  it("is refused if the system's libraries hold a file of the gateway", async () => {
    const more = { audit: { key: "/usr/lib/toolcourt/audit.key" } };
    const { code, errors } = await starting("../tools/module.mjs", { files: beside, more });

    expect(code).toBe(2);
    expect(errors).toContain("system's libraries, which every box shows; `audit.key` names one");
  });

  it.each([
    ["token", []],
    [
      "client-assertion",
      ["--token-url", "https://login.example.com/token", "--client-id", "c", "--scope", "s"],
    ],
  ])("is refused if the module's folder holds the file of a %s connection", async (kind, flags) => {
    await using folder = await openFolder({
      "config/toolcourt.yaml": configOf("../tools/module.mjs", {}),
      ...beside,
    });
    const place = { folder: `${folder.path}/config` };
    const common = ["--origin", "https://api.example.com", "--token-file", "../tools/token"];
    const adding = ["connections", "add", "azure", "--kind", kind, ...common, ...flags];
    expect(await run(adding, place)).toMatchObject({ code: 0 });

    const { code, errors } = await run(["call", "read-thing"], place);
    expect(code).toBe(2);
    expect(errors).toContain("it would see the file that `connection azure` names");
  });

  it("is refused for tools of the embedding program, which have its network", async () => {
    await using folder = await openFolder({
      "toolcourt.yaml": "toolbox: { profile: [cloud-discovery], tools: [{ name: greet-person }] }",
    });
    const environment = {};

    await expect(
      openGateway({ folder: folder.path, environment, tools: [greetTool] }),
    ).rejects.toMatchObject({
      code: "box-unavailable",
      details: { file: "greet-person", because: "program" },
    });
  });

  it.runIf(inBox)("lists the tools of the module", async () => {
    const { code, output, errors } = await starting(fixture.pathname);

    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    for (const name of names) expect(output).toContain(name);
  });

  it.runIf(inBox).each([
    ["throws", "throw new Error('secret of the module')", "could not be loaded"],
    ["ends its process", "process.exit(0)", "could not be loaded"],
    ["exports no tool", "export const a = 1", "holds no list of tools"],
    ["writes what it likes to the gateway", garbage(), "could not be loaded"],
  ])("is refused if the module %s", async (_, text, expected) => {
    const { code, errors } = await starting("../tools/module.mjs", {
      files: { "tools/module.mjs": text },
    });

    expect(code).toBe(2);
    expect(errors).toContain(expected);
    expect(errors).not.toContain("secret of the module");
    expect(errors).not.toContain("run: node");
  });
});

function garbage(): string {
  return `import { writeSync } from "node:fs"; for (;;) writeSync(4, "x".repeat(65_536));`;
}
