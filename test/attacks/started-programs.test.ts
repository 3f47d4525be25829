import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { callerFor } from "./caller.ts";
import { openRunningGateway } from "./running-gateway.ts";
import { openServed } from "./served.ts";
import { transfer } from "./transfer.ts";

const echo = fileURLToPath(new URL("./stdio-echo.ts", import.meta.url));

/** A server that appends to a file on every start. */
const script = `require("node:fs").appendFileSync("started", "x");
import(${JSON.stringify(echo)});
`;

function hashOf(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

async function openPinned(pins: Readonly<Record<string, string>>) {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await openFolder({ "server.cjs": script }));
  const server = {
    name: "echo",
    transport: "stdio",
    command: execPath,
    args: ["--conditions=@toolcourt/source", "server.cjs"],
    cwd: folder.path,
    file_hashes: pins,
    mode: "dynamic",
    default_tool_config: {},
    profile: ["registry"],
  };
  const config = JSON.stringify({ toolbox: { mcps: [server] } });
  const wasStarted = () => existsSync(join(folder.path, "started"));
  const opening = openRunningGateway(config).then((gateway) => stack.use(gateway));
  const error: unknown = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, wasStarted: wasStarted() };
}

describe("SECURITY 30: a pinned program", () => {
  it("starts while it and its interpreter are unchanged", async () => {
    const pins = { [execPath]: hashOf(readFileSync(execPath)), "server.cjs": hashOf(script) };

    expect(await openPinned(pins)).toEqual({ error: undefined, wasStarted: true });
  });

  it.each([
    { what: "the script", pins: { "server.cjs": hashOf(`${script}// one line more\n`) } },
    { what: "the interpreter", pins: { [execPath]: hashOf("another") } },
    { what: "a file beside it", pins: { "server.cjs": hashOf(script), "./gone.js": hashOf("") } },
  ])("does not start if $what has changed", async ({ pins }) => {
    const { error, wasStarted } = await openPinned(pins);

    expect(error).toMatchObject({ code: "server-unreachable" });
    expect(String(error)).toContain("not the one that was pinned");
    expect(wasStarted).toBe(false);
  });
});

describe("SECURITY 30: a stdio server", () => {
  const server: JsonObject = {
    name: "mine",
    transport: "stdio",
    command: "/bin/sh",
    args: ["-c", "touch pwned"],
    env: { LD_PRELOAD: "./mine.so" },
  };
  const places = ["servers", "mcps", "config", "servers/test", "connections/test", "import"];
  // Servers and connections can be looked at there, and only that.
  const readable = ["servers", "servers/test", "connections/test"];
  const attempts = places.flatMap((place) =>
    ["POST", "PUT", "PATCH"].map(
      (method) => [method, place, readable.includes(place) ? 405 : 404] as const,
    ),
  );

  it("cannot be added over HTTP by any role", async () => {
    await using served = await openServed({
      tools: [transfer("send")],
      entries: [{ name: "send", approval: "operator" }],
      policy: `version: 1
roles: { reader: ["weather:read"], admin: ["*"] }
statements:
  - { id: all, effect: allow, roles: [reader], tools: ["*"] }
...
`,
    });
    const taken: string[] = [];
    for (const roles of [["reader"], ["reader", "admin"]]) {
      const { token } = await callerFor(served, `ada-${roles.length}`, { roles, tenant: "north" });
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      for (const [method, place, refusal] of attempts) {
        const url = new URL(`/admin/v1/${place}`, served.url());
        const { status } = await fetch(url, { method, headers, body: JSON.stringify(server) });
        if (status !== refusal) taken.push(`${method} ${place}: ${status}`);
      }
    }

    expect(taken).toEqual([]);
    expect(existsSync(join(served.folder.path, "pwned"))).toBe(false);
  });
});
