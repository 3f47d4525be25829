import { chmod, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { useSandboxes } from "@toolcourt/testing/sandboxes";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

// How a gateway starts whose stdio server has the key `sandbox`.

const { missing, searchPath } = await useSandboxes();
const program = fileURLToPath(
  new URL("../../packages/testing/src/programs/roaming-server.ts", import.meta.url),
);

const local = fileURLToPath(new URL("../../packages/testing/src/local-tool.ts", import.meta.url));

interface Scene {
  /** Further keys of the entry. */
  readonly keys?: JsonObject;
  /** Further keys of the configuration. */
  readonly more?: JsonObject;
  readonly path?: string;
  readonly home?: string;
  /** A program that takes the place of `bwrap`. Default: the real one. */
  readonly bwrap?: string;
}

async function starting({ keys = {}, more = {}, path = searchPath, home, bwrap }: Scene = {}) {
  const server = {
    name: "roaming",
    transport: "stdio",
    command: execPath,
    args: [program],
    mode: "dynamic",
    default_tool_config: {},
    profile: ["registry"],
    sandbox: "required",
    ...keys,
  };
  const config = JSON.stringify({
    ...more,
    toolbox: { local: [local], tools: [{ name: "greet-person" }], mcps: [server] },
  });
  await using folder = await openFolder({
    "config/toolcourt.yaml": config,
    "config/.toolcourt/x": "",
    "config/plain/a": "",
    "store/s.db-wal": "",
    "bin/bwrap": bwrap ?? "",
  });
  await mkdir(join(folder.path, "home"));
  await chmod(join(folder.path, "bin/bwrap"), 0o700);
  const first = bwrap === undefined ? "" : `${folder.path}/bin:`;
  const environment = { PATH: `${first}${path}`, HOME: home ?? join(folder.path, "home") };
  const place = { folder: join(folder.path, "config"), environment };
  return await run(["tools", "--config", "toolcourt.yaml"], place);
}

const patience = { timeout: 60_000 };

describe("a start with a sandboxed server", patience, () => {
  it("is refused where there is no bubblewrap, with the command that installs it", async () => {
    const { code, errors } = await starting({ path: "/nowhere" });

    expect(code).toBe(2);
    expect(errors).toContain("MCP server 'roaming' must run in a sandbox. Expected bwrap");
    expect(errors).toContain("apt-get install bubblewrap");
  });

  it("is refused for a server that is not required, too", async () => {
    const { code, errors } = await starting({ path: "/nowhere", keys: { required: false } });

    expect(code).toBe(2);
    expect(errors).toContain("apt-get install bubblewrap");
  });

  it("is refused with an old bubblewrap", async () => {
    const { errors } = await starting({ bwrap: "#!/bin/sh\necho bubblewrap 0.7.1\n" });

    expect(errors).toContain("Expected bubblewrap 0.8.0 or later");
  });

  it("is refused where namespaces are forbidden, with the command that shows it", async () => {
    const bwrap = '#!/bin/sh\n[ "$1" = --version ] && echo bubblewrap 0.9.0 && exit\nexit 1\n';
    const { errors } = await starting({ bwrap });

    expect(errors).toContain("Expected user, PID, mount and network namespaces");
    expect(errors).toContain("bwrap --unshare-user --unshare-pid --ro-bind / / true");
  });
});

describe.skipIf(missing !== undefined)(
  `a start with bubblewrap (${missing ?? "there"})`,
  patience,
  () => {
    it.each([
      ["the configuration", ".", {}],
      ["the configuration", "toolcourt.yaml", {}],
      ["the configuration", "..", {}],
      ["the gateway's own folder", ".toolcourt/x", {}],
      ["the gateway's home", "../home", {}],
      ["the code of a local tool", dirname(local), {}],
      ["the file that stores.url names", "../store", { stores: { url: "sqlite:../store/s.db" } }],
      [
        "the file that stores.url names",
        "../store/s.db-wal",
        { stores: { url: "sqlite:../store/s.db" } },
      ],
      ["the file that audit.key names", "../store", { audit: { key: "../store/audit.key" } }],
      ["processes, devices or sockets of the system", "/proc/1", {}],
      ["processes, devices or sockets of the system", "/run", {}],
      ["processes, devices or sockets of the system", "/", {}],
    ])("is refused if a list would show %s: %s", async (key, path, more) => {
      for (const list of ["read", "write"]) {
        const { code, errors } = await starting({ keys: { sandbox: { [list]: [path] } }, more });

        expect(code).toBe(2);
        expect(errors).toContain(`${JSON.stringify(path)} would show ${key}.`);
      }
    });

    it("is refused if the working folder of the server would show the gateway's home", async () => {
      await using folder = await openFolder();
      const { errors } = await starting({ home: folder.path, keys: { cwd: folder.path } });

      expect(errors).toContain(`"${folder.path}" would show the gateway's home.`);
    });

    it("is refused if a listed path is not there", async () => {
      const { code, errors } = await starting({ keys: { sandbox: { read: ["./gone"] } } });

      expect(code).toBe(2);
      expect(errors).toContain('Expected a file or folder at "./gone"; there is none.');
    });

    it("goes well with lists that show nothing of the gateway", async () => {
      const { code, errors } = await starting({
        keys: { sandbox: { read: [program], write: ["./plain"] } },
      });

      expect([code, errors]).toEqual([0, expect.not.stringContaining("sandbox")]);
    });
  },
);
