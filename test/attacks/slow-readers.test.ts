import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { execPath } from "node:process";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { hello } from "../gate/speak.ts";

// A whole gateway in its own process takes seconds to start on a busy machine.
const timeout = 60_000;
const megabyte = 1024 * 1024;
const bin = resolve(import.meta.dirname, "../../packages/toolcourt/bin/toolcourt.js");

function residentBytesOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) * 1024;
}

describe("a client that does not read", { timeout }, () => {
  it("is not read over stdio either, and costs a bounded amount of memory", async () => {
    await using folder = await openFolder({});
    const child = spawn(execPath, [bin, "serve", "--stdio"], { cwd: folder.path });
    const gone = once(child, "exit");
    child.stdin.on("error", () => undefined);
    child.stderr.resume();
    const first = { jsonrpc: "2.0", id: 0, method: "initialize", params: hello };
    child.stdin.write(`${JSON.stringify(first)}\n`);
    await once(child.stdout, "readable");
    const before = residentBytesOf(child.pid ?? 0);

    const chunk = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'.repeat(1000);
    let takenBytes = 0;
    const pump = async (): Promise<void> => {
      for (;;) {
        if (!child.stdin.write(chunk)) await once(child.stdin, "drain");
        takenBytes += chunk.length;
      }
    };
    void pump().catch(() => undefined);
    let atLast = -1;
    while (takenBytes !== atLast) {
      atLast = takenBytes;
      await systemClock.sleep(2_000);
    }

    expect(takenBytes).toBeLessThan(8 * megabyte);
    expect(residentBytesOf(child.pid ?? 0) - before).toBeLessThan(150 * megabyte);
    child.stdout.destroy();
    expect(await gone).toEqual([0, null]);
  });
});
