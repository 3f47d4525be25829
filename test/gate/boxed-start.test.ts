import { openGateway } from "@toolcourt/gateway";
import { boxesOf } from "@toolcourt/testing/boxes";
import { openFolder } from "@toolcourt/testing/folder";
import { greetTool } from "@toolcourt/testing/local-tool";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

// How a gateway starts whose local tools have the profile `cloud-discovery`.

const { inBox } = boxesOf();
const fixture = new URL("../../packages/testing/src/boxed/discovery-tools.ts", import.meta.url);
const names = ["read-thing", "spin-forever", "crash-now", "try-everything"];

function configOf(local: string, more: object): string {
  const tools = names.map((name) => ({ name }));
  return JSON.stringify({
    ...more,
    toolbox: { profile: ["core", "cloud-discovery"], local: [local], tools },
  });
}

async function starting(
  local: string,
  files: Readonly<Record<string, string>> = {},
  more: object = {},
) {
  const config = configOf(local, more);
  await using folder = await openFolder({ "config/toolcourt.yaml": config, ...files });
  return await run(["tools", "--config", "toolcourt.yaml"], { folder: `${folder.path}/config` });
}

describe("a start with local discovery tools", { timeout: 60_000 }, () => {
  it("is refused with the module, the reason and the next step", async () => {
    const { code, errors } = await starting("./module.mjs", { "config/module.mjs": "" });

    expect(code).toBe(2);
    expect(errors).toContain("The tools of ./module.mjs must run without network");
    expect(errors).toContain("Move it into a folder that does not hold the configuration.");
  });

  it.each([
    ["stores.url", { stores: { url: "sqlite:../tools/state.db" } }],
    ["audit.key", { audit: { key: "../tools/audit.key" } }],
    ["audit.mirror_file", { audit: { mirror_file: "../tools/audit.log" } }],
    ["approvals.key", { approvals: { key: "../tools/approvals.key" } }],
    ["policy.file", { policy: { file: "../tools/policy.yaml" } }],
    [
      "server.auth.keys_file",
      { server: { auth: { resource: "https://a.example", keys_file: "../tools/keys" } } },
    ],
  ])("is refused if the module's folder holds the file of %s", async (key, more) => {
    const files = { "tools/module.mjs": "" };
    const { code, errors } = await starting("../tools/module.mjs", files, more);

    expect(code).toBe(2);
    expect(errors).toContain(`it would see the file that \`${key}\` names`);
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
    const { code, errors } = await starting("../tools/module.mjs", { "tools/module.mjs": text });

    expect(code).toBe(2);
    expect(errors).toContain(expected);
    expect(errors).not.toContain("secret of the module");
    expect(errors).not.toContain("run: node");
  });
});

function garbage(): string {
  return `import { writeSync } from "node:fs"; for (;;) writeSync(4, "x".repeat(65_536));`;
}
