import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { afterAll, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { usePostgres } from "../../packages/testing/src/services/use-postgres.ts";
import { openServing, type Serving } from "../../packages/testing/src/serving.ts";
import { tool } from "../../packages/testing/src/tool.ts";
import { command } from "../promises/command.ts";
import { openUpstream, type Upstream } from "./upstream.ts";

const postgres = await usePostgres();

// Two gateways and a database take seconds to start on a busy machine.
const patience = { timeout: 60_000 };
const name = "get-forecast";
const changed = tool({ title: "Other", description: "Returns the weather of a city. Ask twice." });

/** Calls the tool at a gateway. Returns the data, or the code of the refusal. */
async function call({ url }: Pick<Serving, "url">): Promise<string> {
  const message = { method: "tools/call", params: { name, arguments: { city: "Bern" } } };
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
  });
  const text = await response.text();
  return text.includes('"celsius":21') ? "called" : (/tool-quarantined/.exec(text)?.[0] ?? text);
}

interface World extends AsyncDisposable {
  readonly upstream: Upstream;
  readonly homes: readonly [Folder, Folder];
  readonly gateways: readonly [Serving, Serving];
}

/** Opens two gateways with a lock each, over one store. Both hold the tool that changed. */
async function openHeld(url: string): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const upstream = stack.use(await openUpstream([tool()]));
  const crm = { name: "crm", url: upstream.url.href, transport: "streamable_http" };
  const mcps = [{ ...crm, mode: "dynamic", default_tool_config: { approval: "none" } }];
  const shared = stack.use(await openFolder());
  const keys = {
    approvals: { key: `${shared.path}/approvals.key` },
    audit: { key: `${shared.path}/audit.key` },
  };
  const text = JSON.stringify({ toolbox: { mcps }, stores: { url }, ...keys });
  const first = stack.use(await openFolder({ "toolcourt.yaml": text }));
  const second = stack.use(await openFolder({ "toolcourt.yaml": text }));
  const one = stack.use(await openServing(first.path));
  const other = stack.use(await openServing(second.path));
  expect([await call(one), await call(other)]).toEqual(["called", "called"]);
  upstream.offer(() => [changed]);
  upstream.ringAt(0);
  upstream.ringAt(1);
  await waitFor([one, other], "tool-quarantined");
  const owned = stack.move();
  return {
    upstream,
    homes: [first, second],
    gateways: [one, other],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Waits until a call at each gateway ends so. Returns the milliseconds that it took. */
async function waitFor(gateways: readonly Serving[], expected: string): Promise<number> {
  const begun = systemClock.monotonic();
  await vi.waitFor(
    async () => expect(await Promise.all(gateways.map(call))).toEqual(gateways.map(() => expected)),
    { ...patience, interval: 50 },
  );
  return Math.round(systemClock.monotonic() - begun);
}

async function auditedIn(folder: string): Promise<readonly JsonObject[]> {
  await command(folder, "audit", "export", "--out", "audit.jsonl");
  const text = await readFile(join(folder, "audit.jsonl"), "utf8");
  return text.split("\n").flatMap((line) => {
    const body = /"kind":"admission/.test(line) ? parseJson(line) : undefined;
    const entry = isJsonObject(body) ? (own(body, "body") ?? body) : undefined;
    const note = typeof entry === "string" ? parseJson(entry) : entry;
    return isJsonObject(note) ? [note] : [];
  });
}

/** The gateways poll the store every two seconds, and judge the tools then. */
const withinMs = 3_000;

function describeFollowing(open: () => Promise<World>): void {
  it("follow an approval and a withdrawal without a restart", patience, async ({ annotate }) => {
    await using world = await open();
    const { gateways, homes } = world;
    const [home] = homes;

    const approved = await command(home.path, "lock", "--approve", `crm/${name}`, "--note", "read");
    const admittedMs = await waitFor(gateways, "called");
    const withdrawn = await command(home.path, "lock", "--withdraw", `crm/${name}`);
    const heldMs = await waitFor(gateways, "tool-quarantined");

    await annotate(`both admit after ${admittedMs} ms, both hold after ${heldMs} ms`);
    expect(approved).toContain("Running gateways admit changed tools within 3 seconds.");
    expect(withdrawn).toContain("Running gateways hold the tool within 3 seconds.");
    // Twice the stated time, because other tests load the machine.
    expect(Math.max(admittedMs, heldMs)).toBeLessThan(2 * withinMs);
    const notes = await auditedIn(home.path);
    expect(notes.map(({ kind }) => kind)).toEqual(["admission.given", "admission.withdrawn"]);
    expect(notes[0]).toMatchObject({
      about: { server: "crm", tool: name, by: "operator:grace", note: "read" },
    });
  });

  it("hold a withdrawn contract after a restart, though the lock has it", patience, async () => {
    await using world = await open();
    const [home] = world.homes;
    await command(home.path, "lock", "--approve");
    await command(home.path, "lock", "--withdraw", name);

    await using restarted = await openServing(home.path);

    expect(await call(restarted)).toBe("tool-quarantined");
    await command(home.path, "lock", "--approve");
    await waitFor([restarted, ...world.gateways], "called");
  });
}

describe("two gateways on one SQLite file", () => {
  const folders = new AsyncDisposableStack();
  afterAll(() => folders.disposeAsync());
  describeFollowing(async () => {
    const folder = folders.use(await openFolder());
    return openHeld(`sqlite:${join(folder.path, "store.db")}`);
  });
});

describe.skipIf(postgres.missing !== undefined)(
  `two gateways on one PostgreSQL (${postgres.missing ?? "there"})`,
  () => {
    describeFollowing(async () => openHeld(await postgres.database()));
  },
);
