import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { kill } from "node:process";
import type { JsonObject } from "@toolcourt/sdk";
import { expect, it, vi } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { openCountingServer } from "../gate/counting-server.ts";
import { connectHttp } from "../gate/http-client.ts";
import { reading } from "../gate/tools.ts";
import { command } from "../promises/command.ts";
import { type GatewayProcess, startGateway } from "../promises/gateway-process.ts";
import { serverEntry } from "../promises/server-entry.ts";
import { bern, codeOf } from "../reload/world.ts";

// A program that can write the files and kill workers must not widen anything by it.

// Three processes take seconds to start on a busy machine, and two of them start twice.
const timeout = 180_000;

const [ada, eve] = [`tck_${"a".repeat(43)}`, `tck_${"e".repeat(43)}`];

function keysOf(...bearers: readonly string[]): string {
  const keys = bearers.map((bearer, at) => {
    return { name: `k${at}`, sha256: hash("sha256", bearer), roles: ["reader"] };
  });
  return `${JSON.stringify({ keys })}\n...\n`;
}

function policyOf(...tools: readonly string[]): string {
  return `version: 1\nroles: { reader: ["weather:read"] }\nstatements:\n  - { id: all, effect: allow, roles: [reader], tools: ${JSON.stringify(tools)} }\n...\n`;
}

function configOf(...mcps: readonly JsonObject[]): string {
  const auth = { resource: "http://localhost:7420/mcp", keys_file: "keys.yaml" };
  const server = { workers: 2, auth };
  return JSON.stringify({ server, policy: { file: "policy.yaml" }, toolbox: { mcps: [...mcps] } });
}

const stricter = "terms: { permissions: ['weather:rule'] }\n";

it(
  "a worker that starts again enforces what the others enforce, not what the files say",
  async () => {
    await using first = await openCountingServer({
      tools: ["taken", "kept", "changed", "overlaid"].map((name) => reading(name)),
    });
    await using second = await openCountingServer({ tools: [reading("other")] });
    const entries = [serverEntry("first", first.url), serverEntry("second", second.url)] as const;
    await using folder = await openFolder({
      "toolcourt.yaml": configOf(entries[0]),
      "policy.yaml": policyOf("first/*"),
      "keys.yaml": keysOf(ada),
      "contracts/first/overlaid.yaml": stricter,
    });
    await using gateway = await startGateway({ folder: folder.path });
    const call = async (name: string, bearer = ada): Promise<string> => {
      const ask = await connectHttp(gateway.url, { era: "modern", lane: "fast", bearer });
      return ask("tools/call", { name, arguments: bern }).then(codeOf, () => "refused");
    };
    const names = ["taken", "kept", "changed", "overlaid", "new", "other"];
    const outcomes = async (): Promise<readonly string[]> => {
      const all = names.map(async (name) => ((await call(name)) === "answered" ? [name] : []));
      const isIn = (await call("kept", eve)) === "answered";
      return [...(await Promise.all(all)).flat(), ...(isIn ? ["eve"] : [])];
    };
    const before = await outcomes();

    // What takes away applies by itself. All the rest waits.
    await folder.write("policy.yaml", policyOf("first/kept", "first/changed", "first/overlaid"));
    // The first worker at the start, then both.
    await vi.waitUntil(() => gateway.printed().match(/applies with 1 statement/g)?.length === 3, {
      timeout: 20_000,
    });
    await folder.write("policy.yaml", policyOf("*"));
    await folder.write("keys.yaml", keysOf(ada, eve));
    await folder.write("toolcourt.yaml", configOf(...entries));
    await rm(join(folder.path, "contracts"), { recursive: true });
    await rm(join(folder.path, "toolcourt.lock"));
    first.offer([
      ...["taken", "kept", "overlaid", "new"].map((name) => reading(name)),
      { ...reading("changed"), description: "Now does something else. Returns a forecast." },
    ]);
    for (const worker of workersOf(gateway)) await restart(worker, gateway);
    const after = await outcomes();
    const said = await command(folder.path, "reload");

    expect(before).toEqual(["taken", "kept", "changed"]);
    expect(after).toEqual(["kept"]);
    expect(said).toContain("Servers started: second");
    expect(await outcomes()).toEqual(expect.arrayContaining(["taken", "overlaid", "other", "eve"]));
  },
  timeout,
);

function workersOf({ pid }: GatewayProcess): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}

/** Kills a worker, and waits until it serves again. */
async function restart(worker: number, { printed }: GatewayProcess): Promise<void> {
  const again = (): number => printed().match(/serves again/g)?.length ?? 0;
  const times = again();
  kill(worker, "SIGKILL");
  await vi.waitUntil(() => again() > times, { timeout: 60_000, interval: 100 });
}
