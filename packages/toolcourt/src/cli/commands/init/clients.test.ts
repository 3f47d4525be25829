import { clientNames } from "@toolcourt/gateway/internal/edge/clients/clients";
import { canary, clientFixtures } from "@toolcourt/testing/client-files";
import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

async function openClient(files: Readonly<Record<string, string>>) {
  const folder = await openFolder();
  for (const [file, text] of Object.entries(files)) {
    await folder.write(file, text.replaceAll("FOLDER", folder.path));
  }
  const environment = { HOME: `${folder.path}/home` };
  return {
    folder,
    init: (...args: string[]) => run(["init", ...args], { folder: folder.path, environment }),
  };
}

it("has a fixture of every client", () => {
  expect(clientFixtures.map(({ client }) => client)).toEqual(clientNames);
});

describe.each(clientFixtures)("toolcourt init --client $client", (fixture) => {
  it("takes over the servers of all scopes, names the rest, and copies no secret", async () => {
    const { folder, init } = await openClient(fixture.files);
    await using _ = folder;

    const { code, output, errors } = await init("--client", fixture.client);

    const config = await folder.read("toolcourt.yaml");
    expect(code).toBe(0);
    expect([...config.matchAll(/- name: (.*)/g)].map(([, name = ""]) => name).toSorted()).toEqual(
      fixture.servers,
    );
    for (const text of fixture.written) expect(config).toContain(text);
    for (const text of fixture.named) expect(errors).toContain(text);
    expect([...output.matchAll(/^ {2}([A-Z_]+)$/gm)].map(([, name]) => name)).toEqual(
      fixture.variables.toSorted(),
    );
    expect(`${config}${output}${errors}`).not.toContain(canary);
  });

  it("writes a valid configuration", async () => {
    const { folder, init } = await openClient(fixture.files);
    await using _ = folder;
    await init("--client", fixture.client);

    const environment = Object.fromEntries(fixture.variables.map((name) => [name, "x"]));
    const { code, errors } = await run(["effective"], { folder: folder.path, environment });

    expect({ code, errors }).toMatchObject({ code: 0 });
  });

  it("finds the client without being told", async () => {
    const { folder, init } = await openClient(fixture.files);
    await using _ = folder;

    const { errors } = await init("--dry-run");

    for (const file of Object.keys(fixture.files)) expect(errors).toContain(file);
    expect(errors).not.toContain("Also found");
  });
});

describe("toolcourt init", () => {
  it("names the place where a TOML file breaks off", async () => {
    const { folder, init } = await openClient({
      ".codex/config.toml": "[mcp_servers.a]\ncommand = npx\n",
    });
    await using _ = folder;

    const { code, errors } = await init();

    expect(code).toBe(2);
    expect(errors).toContain(".codex/config.toml:2:11 is not valid TOML from here on.");
  });

  it("refuses two ways to name a source", async () => {
    const { folder, init } = await openClient({});
    await using _ = folder;

    const { code, errors } = await init("--from", "mcp.json", "--client", "zed");

    expect(code).toBe(2);
    expect(errors).toContain("Give --from or --client");
  });

  it("names the client whose files it did not find", async () => {
    const { folder, init } = await openClient({ "home/.config/zed/settings.json": "{}" });
    await using _ = folder;

    const { code, errors } = await init("--client", "zed");

    expect(code).toBe(2);
    expect(errors).toContain("No Zed file with servers was found in the usual places.");
  });
});
