import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "node:process";
import { fileURLToPath } from "node:url";
import { isJsonObject, own, parseJson } from "@toolcourt/sdk";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { useSandboxes } from "@toolcourt/testing/sandboxes";
import { runProgram } from "@toolcourt/testing/services/run-program";
import { openTarget } from "@toolcourt/testing/target";
import { describe, expect, it } from "vitest";
import { openRunningGateway } from "./running-gateway.ts";

// A server that `npx` would download at each start runs without network from files of the gateway.

const { missing, searchPath } = await useSandboxes();
const name = "@modelcontextprotocol/server-memory";
const patience = { timeout: 180_000 };

/** Returns the version that this repository has, so that the test needs no other. */
async function ownVersion(): Promise<string> {
  const file = fileURLToPath(new URL(`../../node_modules/${name}/package.json`, import.meta.url));
  const manifest = parseJson(await readFile(file, "utf8"));
  const version = isJsonObject(manifest) ? own(manifest, "version") : undefined;
  if (typeof version !== "string") throw new Error(`${name} is not installed`);
  return version;
}

/** The variables that npm reads on this machine. */
const installing = Object.fromEntries(
  Object.entries(env).flatMap(([key, value]) =>
    value !== undefined &&
    /^(home|npm_config_.*|https?_proxy|no_proxy|node_extra_ca_certs)$/i.test(key)
      ? [[key, value]]
      : [],
  ),
);

describe.skipIf(missing !== undefined)(
  `a package of npx in a sandbox (${missing ?? "there"})`,
  patience,
  () => {
    it("is installed without scripts before the sandbox closes, and runs without network", async () => {
      await using folder = await openFolder({ "data/x": "" });
      const version = await ownVersion();
      const server = {
        name: "memory",
        transport: "stdio",
        command: "npx",
        args: ["-y", `${name}@${version}`],
        mode: "dynamic",
        default_tool_config: {},
        profile: ["registry"],
        env: { MEMORY_FILE_PATH: join(folder.path, "data/memory.json") },
        sandbox: { write: ["data"] },
      };
      const packages = join(folder.path, "state/packages");
      const sandboxing = { folder: folder.path, packages, hidden: async () => [], installing };
      const config = JSON.stringify({ toolbox: { mcps: [server] } });

      const entities = [{ name: "Ada", entityType: "person", observations: ["counts"] }];
      {
        await using gateway = await openRunningGateway(config, { searchPath, sandboxing });
        const response = await gateway.call("create_entities", { entities });

        expect(JSON.stringify(response)).toContain("Ada");
        expect(await folder.read("data/memory.json")).toContain("Ada");
        expect(gateway.lines).toContainEqual(
          expect.stringMatching(
            /^INFO: Installed .*server-memory@[\d.]+ for MCP server 'memory', without its scripts \(sha512-/,
          ),
        );
      }
      // The second start installs nothing, so it needs neither npm nor the network.
      const offline = { ...sandboxing, installing: { npm_config_registry: "http://127.0.0.1:1" } };
      await using again = await openRunningGateway(config, { searchPath, sandboxing: offline });

      expect(JSON.stringify(await again.call("read_graph", {}))).toContain("Ada");
      expect(again.lines.join()).not.toContain("Installed");
    });

    it("runs no script of a package, at no time", async () => {
      await using folder = await openFolder();
      const mark = join(folder.path, "mark");
      await using registry = await openRegistry(folder, `touch ${mark}`);
      const npm = { npm_config_registry: registry.url, npm_config_cache: join(folder.path, "c") };
      const config = JSON.stringify({ toolbox: { mcps: [scripted] } });
      const packages = join(folder.path, "packages");
      const sandboxing = { folder: folder.path, packages, hidden: async () => [], installing: npm };

      await using gateway = await openRunningGateway(config, { searchPath, sandboxing });

      expect(await gateway.list()).toEqual(["hello"]);
      expect(existsSync(mark)).toBe(false);
      // With its scripts npm would have made the mark, so the attempt is real.
      const args = ["install", "--prefix", join(folder.path, "free"), "scripted@1.0.0"];
      await runProgram({ command: "npm", args, env: { ...npm, PATH: searchPath } });
      expect(existsSync(mark)).toBe(true);
    });

    it.each(["git+file:", "file:", "http:"])(
      "gets nothing of this machine by a dependency with %s",
      async (kind) => {
        await using folder = await openFolder({
          "home/package.json": '{"name":"inner","version":"1.0.0"}',
          "home/secret": "of the user",
        });
        const home = join(folder.path, "home");
        const git = { command: "git", cwd: home, env: { PATH: searchPath, HOME: home } };
        const as = ["-c", "user.name=ada", "-c", "user.email=ada@example.com"];
        for (const args of [
          ["init", "-q"],
          ["add", "."],
          [...as, "commit", "-qm", "a"],
        ]) {
          await runProgram({ ...git, args });
        }
        await using registry = await openRegistry(folder, "", (url) => ({
          inner: kind === "http:" ? `${url}/archive.tgz` : `${kind}//${home}`,
        }));
        const sandboxing = {
          folder: folder.path,
          packages: join(folder.path, "packages"),
          hidden: async () => [],
          installing: {
            npm_config_registry: registry.url,
            npm_config_cache: join(folder.path, "cache"),
          },
        };
        const config = JSON.stringify({ toolbox: { mcps: [scripted] } });

        await expect(openRunningGateway(config, { searchPath, sandboxing })).rejects.toMatchObject({
          details: { because: "its package could not be installed (EINSTALL)" },
        });
        expect(await folder.files()).not.toContainEqual(expect.stringContaining("packages/"));
      },
    );

    it("does not start if it cannot be installed, and says so in npm's words", async () => {
      await using folder = await openFolder();
      const server = {
        name: "memory",
        transport: "stdio",
        command: "npx",
        args: [`${name}@1.2.3`],
        mode: "dynamic",
        default_tool_config: {},
        sandbox: "required",
      };
      const sandboxing = {
        folder: folder.path,
        packages: join(folder.path, "packages"),
        hidden: async () => [],
        installing: {
          npm_config_registry: "http://127.0.0.1:1",
          npm_config_cache: join(folder.path, "cache"),
          npm_config_fetch_retries: "0",
        },
      };
      const config = JSON.stringify({ toolbox: { mcps: [server] } });

      await expect(openRunningGateway(config, { searchPath, sandboxing })).rejects.toMatchObject({
        code: "server-unreachable",
        details: { because: "its package could not be installed (EINSTALL)" },
      });
      expect(await folder.files()).not.toContainEqual(expect.stringContaining("packages/"));
    });
  },
);

const scripted = {
  name: "scripted",
  transport: "stdio",
  command: "npx",
  args: ["-p", "scripted@1.0.0", "serve"],
  mode: "dynamic",
  default_tool_config: {},
  profile: ["registry"],
  sandbox: "required",
};

/** A server of one tool, as a program of a package. */
const program = `#!/usr/bin/env node
const tools = [{ name: "hello", description: "Greets.", inputSchema: { type: "object" } }];
const serverInfo = { name: "scripted", version: "1.0.0" };
const results = {
  initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo },
  "tools/list": { tools },
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  const error = { code: -32601, message: "?" };
  const outcome = results[method] ? { result: results[method] } : { error };
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
});
`;

/** Serves one package with an install script, as a registry does. */
async function openRegistry(
  folder: Folder,
  script: string,
  dependenciesAt: (url: string) => Readonly<Record<string, string>> = () => ({}),
) {
  const manifest = {
    name: "scripted",
    version: "1.0.0",
    bin: { serve: "serve.js", other: "other.js" },
    ...(script !== "" && { scripts: { postinstall: script } }),
  };
  await folder.write("source/package.json", JSON.stringify(manifest));
  await folder.write("source/serve.js", program);
  await folder.write("source/other.js", "");
  const packing = { command: "npm", args: ["pack", "--ignore-scripts"], env: { PATH: searchPath } };
  await runProgram({ ...packing, cwd: join(folder.path, "source") });
  const archive = await readFile(join(folder.path, "source/scripted-1.0.0.tgz"));
  const target = await openTarget((request, response) => {
    const tarball = `http://127.0.0.1:${target.port}/archive.tgz`;
    const dependencies = dependenciesAt(`http://127.0.0.1:${target.port}`);
    const versions = { "1.0.0": { ...manifest, dependencies, dist: { tarball } } };
    const tags = { "dist-tags": { latest: "1.0.0" } };
    response.setHeader("content-type", "application/json");
    const listed = JSON.stringify({ name: "scripted", ...tags, versions });
    response.end(request.url === "/archive.tgz" ? archive : listed);
  });
  return {
    url: `http://127.0.0.1:${target.port}`,
    [Symbol.asyncDispose]: target[Symbol.asyncDispose],
  };
}
