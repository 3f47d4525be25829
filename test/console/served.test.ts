import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { execPath, pid } from "node:process";
import { describe, expect, it, vi } from "vitest";
import { askControl } from "../../packages/gateway/src/edge/control-socket.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../packages/sdk/src/index.ts";
import { sendTo, signIn } from "../../packages/testing/src/console-requests.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { spoken } from "../../packages/testing/src/lanes.ts";
import { machine, openServing } from "../../packages/testing/src/serving.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { runToolcourt } from "../../packages/toolcourt/src/index.ts";
import { browserOf, codeIn, openBeside, openServedConsole, pages, toolbox } from "./served.ts";

// Whole gateways with a threaded store.
const patience = { timeout: 30_000 };

async function callHello(url: URL): Promise<string> {
  const said = { name: "hello", arguments: { name: "Ada" } };
  const request = spoken("tools/call", said, { era: "modern", lane: "fast" });
  return (await fetch(url, request)).text();
}

function idIn(text: string): string {
  return /"id":"([\da-f]{32})"/.exec(text)?.[1] ?? "";
}

async function decisionsIn(folder: string): Promise<readonly JsonObject[]> {
  const { output } = await run(["audit", "export"], { folder });
  const rows = output.split("\n").filter((line) => line.includes("approval.decided"));
  return rows.map((row) => {
    const value = parseJson(row);
    return isJsonObject(value) ? value : {};
  });
}

describe("an approval in the console", patience, () => {
  it("is seen live, decided by the operator, and recorded as by the command", async () => {
    const { serving, folder, get, post, follow } = await openServedConsole();
    const events = await follow();
    const statuses = () =>
      events.filter(({ topic }) => topic === "approvals").map(({ data }) => data["status"]);
    const first = idIn(await callHello(serving.url));
    await vi.waitFor(() => expect(statuses()).toEqual(["created"]), 3_000);
    const { body } = await get(`approvals/${first}`);
    const { digest = null } = body;
    const decided = await post(`approvals/${first}/approve`, { digest });
    await vi.waitFor(() => expect(statuses()).toContain("approved"), 3_000);
    const ran = await callHello(serving.url);
    const second = idIn(await callHello(serving.url));
    const place = { folder: folder.path };
    const shown = await run(["approvals", "show", second, "--json"], place);
    const seen = parseJson(shown.output);
    const ofSecond = isJsonObject(seen) && typeof seen["digest"] === "string" ? seen["digest"] : "";
    const byCommand = await run(["approvals", "approve", second, "--digest", ofSecond], place);
    const [one, other] = await decisionsIn(folder.path);

    expect(body).toMatchObject({ tool: "hello", server: "local", requester: "local" });
    expect(decided).toMatchObject({ status: 200, body: { decidedBy: "operator:grace" } });
    expect(ran).not.toContain("approval-required");
    expect(byCommand.code).toBe(0);
    expect(keysIn(one)).toEqual(keysIn(other));
    expect(peopleIn(one)).toEqual(peopleIn(other));
    await vi.waitFor(() =>
      expect(statuses().filter((each) => each === "approved")).toHaveLength(2),
    );
    expect(
      events.filter(({ topic }) => topic === "calls").map(({ data }) => data["status"]),
    ).toEqual(["refused", "answered", "refused"]);
    expect(JSON.stringify(events)).not.toContain("Ada");
  });
});

describe("a decision at one of two gateways on a store", patience, () => {
  it("is seen in the console of the other within a second", async () => {
    const one = await openServedConsole();
    const other = await openBeside(one.folder);
    const events = await other.follow("?topics=approvals");
    const id = idIn(await callHello(one.serving.url));
    await vi.waitFor(() => expect(events.map(({ data }) => data["status"])).toEqual(["created"]));
    const decided = await one.post(`approvals/${id}/deny`);

    await vi.waitFor(
      () => expect(events.at(-1)).toMatchObject({ data: { id, status: "denied" } }),
      1_500,
    );
    expect(decided.status).toBe(200);
    expect((await other.get(`approvals/${id}`)).body).toMatchObject({ state: "denied" });
  });
});

function keysIn(row: JsonObject | undefined): readonly string[] {
  return [...JSON.stringify(row).matchAll(/"(\w+)":/g)].map(([, key = ""]) => key);
}

const bin = join(import.meta.dirname, "../../packages/toolcourt/bin/toolcourt.js");

function peopleIn(row: JsonObject | undefined): readonly string[] {
  return JSON.stringify(row).match(/"by":[^,}]*/g) ?? [];
}

describe("toolcourt console", patience, () => {
  it("asks the gateway that runs, and starts no second one", async () => {
    const { serving, folder } = await openServedConsole();
    const { code, output, errors } = await run(["console"], { folder: folder.path });
    const halves = await signIn(serving.url, { code: codeIn([output]) });

    const { body } = await browserOf(serving.url, halves).get("me");

    expect(code).toBe(0);
    expect(output).toMatch(new RegExp(`^Open ${serving.url.origin}/console/#[\\w-]{22}$`));
    expect(errors).toBe("The link works once, within 60 seconds.");
    expect(body).toMatchObject({ principal: { id: "operator:grace" } });
  });

  it("serves a gateway with the console where none runs", async () => {
    await using folder = await openFolder(pages);
    const stop = new AbortController();
    const printed: string[] = [];
    const entered: (() => void)[] = [];
    const ended = runToolcourt(["console", "--port", "0"], {
      ...machine(folder.path, (line) => void printed.push(line), stop.signal),
      consolePages: join(folder.path, "pages"),
      onEnter: (listener) => {
        entered.push(listener);
        return { [Symbol.dispose]: () => undefined };
      },
    });
    await vi.waitFor(() => expect(codeIn(printed)).not.toBe(""), 10_000);
    const first = codeIn(printed);
    entered[0]?.();
    await vi.waitFor(() => expect(codeIn(printed)).not.toBe(first));
    const [, origin = ""] = /^Open (http:\/\/127\.0\.0\.1:\d+)\//m.exec(printed.join("\n")) ?? [];
    const url = new URL(origin);
    const { get } = browserOf(url, await signIn(url, { code: codeIn(printed) }));

    const overview = await get("overview");
    stop.abort();

    expect(overview.body).toMatchObject({ waiting: { approvals: 0, heldTools: 0 } });
    expect(await ended).toBe(0);
  });

  it("is refused by a gateway without the console", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": JSON.stringify({ toolbox }) });
    await using serving = await openServing({ folder: folder.path, pid });
    // It listens to callers before it listens to commands.
    await vi.waitFor(async () =>
      expect(await askControl(folder.path, { do: "console" })).toHaveLength(1),
    );

    const { code, errors } = await run(["console"], { folder: folder.path });

    expect(serving.printed.join("\n")).not.toContain("/console/");
    expect(code).toBe(2);
    expect(errors).toContain("console-unavailable");
    expect(errors).toContain("console: { enabled: true }");
  });

  it("is told of a gateway at pipes that no browser reaches it", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": JSON.stringify({ toolbox }) });
    const stdio = spawn(execPath, [bin, "serve", "--stdio"], { cwd: folder.path });
    const ended = once(stdio, "exit");
    await vi.waitFor(
      async () => expect(await askControl(folder.path, { do: "console" })).toHaveLength(1),
      10_000,
    );

    const { code, errors } = await run(["console"], { folder: folder.path });
    stdio.stdin.end();
    await ended;

    expect(code).toBe(2);
    expect(errors).toMatch(/over pipes.*serve --console/);
  });

  it("is refused without the built page, which it says how to build", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": JSON.stringify({ toolbox }) });

    const place = { folder: folder.path, consolePages: join(folder.path, "none") };

    await expect(openServing(place, "--console")).rejects.toThrow(/npm run build/);
  });
});

describe("the console", patience, () => {
  it("is off by default: no page, no API, no link, no module", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": JSON.stringify({ toolbox }) });
    await using serving = await openServing(folder.path);

    const paths = ["/console", "/console/", "/console/session", "/console/api/v1/me"];
    const answers = await Promise.all(paths.map((path) => sendTo(serving.url, { path })));

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it("ends the session of a key that is removed, in the middle of it", async () => {
    const key = "tck_olga-0123456789-0123456789";
    const sha256 = createHash("sha256").update(key).digest("hex");
    const keys = `${JSON.stringify({ keys: [{ name: "olga", sha256 }] })}\n...\n`;
    const auth = { resource: "http://127.0.0.1/mcp", keys_file: "keys.yaml" };
    const policy = "version: 1\n...\n";
    const config = { server: { auth }, policy: { file: "policy.yaml" } };
    const files = { "keys.yaml": keys, "policy.yaml": policy, "none.yaml": '{"keys":[]}\n...\n' };
    const { serving, folder } = await openServedConsole(config, files);
    const { get } = browserOf(serving.url, await signIn(serving.url, { key }));
    const before = await get("me");
    const wrong = signIn(serving.url, { key: `${key}x` });
    await expect(wrong).rejects.toThrow(/"because":"key"/);
    await rename(join(folder.path, "none.yaml"), join(folder.path, "keys.yaml"));
    await vi.waitFor(async () => expect((await get("me")).status).toBe(401), 5_000);

    expect(before.body).toMatchObject({ principal: { id: "key:olga" } });
    const log = serving.printed.join("\n");
    expect(log).toMatch(/refused.*127\.0\.0\.1/);
    expect(log).not.toContain(key);
  });
});
