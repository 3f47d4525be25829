import { execFileSync, spawn } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdir, rmdir, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { useSandboxes } from "@toolcourt/testing/sandboxes";
import { openTarget } from "@toolcourt/testing/target";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openSandboxed, roaming } from "./sandboxed.ts";

// A stdio server in a sandbox reaches only what its entry lists.

const { missing, searchPath } = await useSandboxes();
const patience = { timeout: 60_000 };

/** Opens what a server could reach: a port, a socket file and an abstract socket. */
async function openPlace(folder: string) {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const target = stack.use(await openTarget((_request, response) => void response.end()));
  const socket = join(folder, "socket");
  const server = createServer((each) => each.destroy());
  stack.defer(() => void server.close());
  await new Promise<void>((resolve) => {
    server.listen({ path: socket }, resolve);
  });
  return { port: String(target.port), socket };
}

describe("the same server without a sandbox", patience, () => {
  it("reaches all of it, so the attempts are real", async () => {
    await using server = await openSandboxed({ searchPath, isFree: true });
    const { path } = server.folder;
    const { port, socket } = await openPlace(path);

    expect(await server.attempt("read", join(path, "secret"))).toBe("of the gateway");
    expect(await server.attempt("write", join(path, "own/new"))).toBe("written");
    expect(await server.attempt("reach", port)).toBe("connected");
    expect(await server.attempt("reach", socket)).toBe("connected");
  });
});

describe.skipIf(missing !== undefined)(
  `a sandboxed server (${missing ?? "there"})`,
  patience,
  () => {
    it("reads what is listed, and nothing else of this machine", async () => {
      await using server = await openSandboxed({ searchPath });
      const { path } = server.folder;

      expect(await server.attempt("read", join(path, "own/file"))).toBe("mine");
      expect(await server.attempt("list", path)).toEqual(["own"]);
      for (const other of [join(path, "secret"), "/etc/passwd", "/root/.profile", "/sys/kernel"]) {
        expect(await server.attempt("read", other)).toBe("ENOENT");
      }
      expect(await server.attempt("list", "/home")).toBe("ENOENT");
    });

    it("writes what is listed for it, and nothing else", async () => {
      await using server = await openSandboxed({ searchPath });
      const { path } = server.folder;

      expect(await server.attempt("write", join(path, "own/file"))).toBe("EROFS");
      expect(await server.attempt("write", "/usr/new")).toBe("EROFS");
      // A setting of the kernel. The text is no valid value, so a kernel that took it would say EINVAL.
      expect(await server.attempt("write", "/proc/sys/vm/drop_caches")).toBe("EROFS");
      expect(await server.attempt("write", "/new")).toBe("EROFS");
      expect(await server.attempt("write", "/tmp/new")).toBe("written");
      expect(await server.folder.files()).toEqual(["own/file", "secret"]);
    });

    it("writes into a folder of `write`, which lies within one of `read`", async () => {
      await using server = await openSandboxed({ searchPath, writes: "own/data" });
      const { path } = server.folder;

      expect(await server.attempt("write", join(path, "own/data/new"))).toBe("written");
      expect(await server.attempt("write", join(path, "own/new"))).toBe("EROFS");
      expect(await server.folder.read("own/data/new")).toBe("written");
    });

    it("is not started again with a link that it made in a listed path", async () => {
      await using server = await openSandboxed({
        searchPath,
        writes: "own/data",
        sandbox: { read: [roaming, "own/data/listed"] },
        before: (folder) => mkdir(join(folder, "own/data/listed"), { recursive: true }),
      });
      const { path } = server.folder;
      await server.folder.write("elsewhere/file", "of the user");
      expect(await server.attempt("list", join(path, "own/data/listed"))).toEqual([]);

      // What the server could do itself: the folder is its own.
      await rmdir(join(path, "own/data/listed"));
      await symlink(join(path, "elsewhere"), join(path, "own/data/listed"));
      await server.attempt("die");

      await vi.waitFor(
        async () => expect(await server.lastError()).toContain("Expected no link at"),
        { timeout: 10_000 },
      );
      expect(await server.attempt("place")).toEqual({ refused: "upstream-failed" });
    });

    it("opens no connection, to a port of this machine or to a socket", async () => {
      await using server = await openSandboxed({ searchPath });
      const { port, socket } = await openPlace(server.folder.path);

      expect(await server.attempt("reach", port)).toBe("ECONNREFUSED");
      expect(await server.attempt("reach", socket)).toBe("ENOENT");
    });

    it("has the whole network with `network: all`, and no more files for it", async () => {
      await using server = await openSandboxed({ searchPath, sandbox: { network: "all" } });
      const { path } = server.folder;
      const { port } = await openPlace(path);

      expect(await server.attempt("reach", port)).toBe("connected");
      expect(await server.attempt("read", join(path, "secret"))).toBe("ENOENT");
    });

    it("sees its own variables and processes alone, and can get no rights", async () => {
      await using server = await openSandboxed({ searchPath, keys: { env: { GIVEN: "xyz" } } });

      expect(Object.keys(objectOf(await server.attempt("environment"))).toSorted()).toEqual([
        "GIVEN",
        "HOME",
        "PATH",
        "PWD",
        "TOOLCOURT_CHILD",
      ]);
      const numbers = arrayOf(await server.attempt("list", "/proc")).filter(
        (each) => typeof each === "string" && /^\d+$/.test(each),
      );
      expect(numbers).toHaveLength(2);
      const status = await server.attempt("status");
      expect(status).toMatch(/NoNewPrivs:\t1/);
      expect(status).toMatch(/CapBnd:\t0{16}/);
    });

    it("is ended with all its processes when it fills the memory, named and counted", async () => {
      await using server = await openSandboxed({ searchPath, sandbox: { memory: "200MB" } });

      expect(await server.attempt("fill")).toEqual({ refused: "outcome-unknown" });
      expect(await server.lastError()).toBe(
        "it was ended, because it used more than the memory of its sandbox (SANDBOX_MEMORY)",
      );
      expect(server.lines).toContain(
        "ERROR: The processes of MCP server 'roaming' were ended, because they used more memory than sandbox.memory allows. Next: toolcourt servers",
      );
    });

    it("is ended when it starts processes without end, and is there again afterwards", async () => {
      await using server = await openSandboxed({ searchPath, sandbox: { processes: 40 } });
      const other = server.attempt("never-answered");

      expect(await server.attempt("fork")).toEqual({ refused: "outcome-unknown" });
      expect(await other).toEqual({ refused: "outcome-unknown" });
      expect(await server.lastError()).toContain("SANDBOX_PROCESSES");
      await vi.waitFor(async () => expect(await server.attempt("place")).toBe("/tmp"), {
        timeout: 20_000,
        interval: 200,
      });
    });

    it("leaves no process behind, not even one that left its group and its environment", async () => {
      const seconds = someSeconds();
      {
        await using server = await openSandboxed({ searchPath });
        await server.attempt("runaway", seconds);
        expect(sleepers(seconds)).toBe(1);
      }
      expect(sleepers(seconds)).toBe(0);
    });

    it("leaves no process behind when the gateway is killed", async () => {
      const seconds = someSeconds();
      const gateway = spawn(
        execPath,
        ["--conditions=@toolcourt/source", opens, roaming, seconds, searchPath],
        { stdio: ["ignore", "pipe", "inherit"] },
      );
      await once(gateway.stdout, "data");
      expect(sleepers(seconds)).toBe(1);

      gateway.kill("SIGKILL");

      await vi.waitFor(() => expect(sleepers(seconds)).toBe(0), { timeout: 10_000 });
    });

    it("is asked to end before it is ended by force", async () => {
      const farewell = "own/data/farewell";
      await using server = await openSandboxed({
        searchPath,
        writes: "own/data",
        keysIn: (folder) => ({ env: { FAREWELL: join(folder, farewell) } }),
      });

      await server.close();

      expect(await server.folder.read(farewell)).toBe("ended");
    });
  },
);

describe.skipIf(missing !== undefined)("a pinned file of a sandboxed server", patience, () => {
  const right = createHash("sha256").update("mine").digest("hex");

  it.each([
    [
      "is checked before the sandbox opens",
      "own/file",
      "0".repeat(64),
      "not the one that was pinned",
    ],
    ["must be shown", "secret", right, "among those that the sandbox shows for reading"],
    [
      "may not be written",
      "own/data/file",
      right,
      "among those that the sandbox shows for reading",
    ],
  ])("%s", async (_, ...[file, hash, said]) => {
    const opening = openSandboxed({
      searchPath,
      writes: "own/data",
      keysIn: (folder) => ({ file_hashes: { [join(folder, file)]: hash } }),
    });

    await expect(opening).rejects.toThrow(said);
  });

  it("is the one that runs inside", async () => {
    await using server = await openSandboxed({
      searchPath,
      keysIn: (folder) => ({ file_hashes: { [join(folder, "own/file")]: right } }),
    });
    const file = join(server.folder.path, "own/file");

    expect(await server.attempt("read", file)).toBe("mine");
    expect(await server.attempt("write", file)).toBe("EROFS");
  });
});

const opens = fileURLToPath(
  new URL("../../packages/testing/src/programs/opens-sandbox.ts", import.meta.url),
);

/** No other process sleeps for as long. */
function someSeconds(): string {
  return String(randomInt(1_000_000, 9_000_000));
}

function sleepers(seconds: string): number {
  const listed = execFileSync("ps", ["-eo", "args="], { encoding: "utf8" });
  return listed.split("\n").filter((line) => line.trim() === `/bin/sleep ${seconds}`).length;
}

function objectOf(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}

function arrayOf(value: JsonValue): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}
