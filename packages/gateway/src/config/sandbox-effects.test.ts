import { join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { childOf } from "@toolcourt/contracts/internal/documents/keys";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonArray, isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { noAbort } from "@toolcourt/testing/calls";
import { openFolder } from "@toolcourt/testing/folder";
import { keyPaths } from "@toolcourt/testing/key-paths";
import { useSandboxes } from "@toolcourt/testing/sandboxes";
import { describe, expect, it, onTestFinished } from "vitest";
import { EraMemory } from "../upstreams/connection.ts";
import { openStdioUpstream } from "../upstreams/stdio/open-stdio-upstream.ts";
import { configSchema } from "./config.ts";
import { loadConfig } from "./load.ts";

// Tests every key of a sandbox with an observable effect. A real server runs in each.

const { missing, searchPath } = await useSandboxes();
const roaming = fileURLToPath(
  new URL("../../../testing/src/programs/roaming-server.ts", import.meta.url),
);

/** Opens the server with these keys. Returns how it tries something, and how it ended. */
async function open({ read = [], ...sandbox }: JsonObject) {
  const listed = isJsonArray(read) ? read : [];
  const server = {
    name: "roaming",
    transport: "stdio",
    command: execPath,
    args: [roaming],
    mode: "dynamic",
    default_tool_config: {},
    sandbox: {
      read: [roaming, ...listed],
      ...sandbox,
    },
  };
  const config = loadConfig(JSON.stringify({ toolbox: { mcps: [server] } }), { environment: {} });
  const transport = config.toolbox.servers[0]?.transport;
  if (transport?.kind !== "stdio") throw new TypeError("no stdio server");
  const limits: unknown[] = [];
  const upstream = await openStdioUpstream(transport, {
    clock: systemClock,
    listeners: {
      toolsChanged: () => undefined,
      ended: (_words, limit) => void limits.push(limit),
    },
    signal: noAbort,
    memory: new EraMemory(systemClock),
    searchPath,
    sandboxing: {
      server: "roaming",
      folder: "/",
      packages: "/nowhere",
      installing: {},
      hidden: async () => [],
    },
  });
  onTestFinished(() => upstream[Symbol.asyncDispose]());
  const attempt = async (what: string, given = ""): Promise<unknown> => {
    const call = { name: "try", arguments: { what, given } };
    const content = own(await upstream.callTool(call, noAbort), "content");
    const [block] = isJsonArray(content) ? content : [];
    const text = isJsonObject(block) ? own(block, "text") : undefined;
    return typeof text === "string" ? parseJson(text) : undefined;
  };
  return { attempt, limits };
}

const effects: Readonly<Record<string, () => Promise<void>>> = {
  read: async () => {
    await using folder = await openFolder({ "a.txt": "listed" });
    const path = join(folder.path, "a.txt");

    expect(await (await open({})).attempt("read", path)).toBe("ENOENT");
    expect(await (await open({ read: [folder.path] })).attempt("read", path)).toBe("listed");
  },
  write: async () => {
    await using folder = await openFolder({ "a.txt": "" });
    const path = join(folder.path, "a.txt");

    expect(await (await open({ read: [folder.path] })).attempt("write", path)).toBe("EROFS");
    expect(await (await open({ write: [folder.path] })).attempt("write", path)).toBe("written");
  },
  network: async () => {
    const [none, all] = [await open({ network: "none" }), await open({ network: "all" })];

    // The devices of the namespace, below two lines of headings.
    expect(
      String(await none.attempt("read", "/proc/net/dev"))
        .trim()
        .split("\n"),
    ).toHaveLength(3);
    expect(await none.attempt("read", "/etc/hosts")).toBe("ENOENT");
    expect(await all.attempt("read", "/etc/hosts")).toContain("localhost");
  },
  memory: async () => {
    const { attempt, limits } = await open({ memory: "128MB" });

    await expect(attempt("fill")).rejects.toMatchObject({
      fault: { kind: "lost" },
      cause: { code: "SANDBOX_MEMORY" },
    });
    expect(limits).toEqual(["memory"]);
  },
  processes: async () => {
    const { attempt, limits } = await open({ processes: 40 });

    await expect(attempt("fork")).rejects.toMatchObject({ cause: { code: "SANDBOX_PROCESSES" } });
    expect(limits).toEqual(["processes"]);
  },
};

describe("a key of a sandbox", { timeout: 60_000 }, () => {
  it("has a row above", () => {
    const entry = childOf(childOf(childOf(configSchema, "toolbox"), "mcps"), 0);
    const paths = [...keyPaths(childOf(entry, "sandbox"), "sandbox")];

    expect(Object.keys(effects).map((key) => `sandbox.${key}`)).toEqual(paths);
  });

  it.skipIf(missing !== undefined).each(Object.entries(effects))(
    "has an effect on a running server: %s",
    async (_, observe) => {
      expect.hasAssertions();

      await observe();
    },
  );
});
