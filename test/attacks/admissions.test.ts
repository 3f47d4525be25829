import { contractDigest, type JsonObject } from "@toolcourt/sdk";
import { describe, expect, it, vi } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { formatLock, type Lock } from "../../packages/contracts/src/lock/lock.ts";
import { parseLock } from "../../packages/contracts/src/lock/parse-lock.ts";
import type { StoredAdmission } from "../../packages/gateway/src/stores/admission-store.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import { tool } from "../../packages/testing/src/tool.ts";
import { openCountingServer, type ServerScript } from "../gate/counting-server.ts";
import { fitting } from "../gate/forbidden.ts";
import { outcomeOf } from "../gate/outcome.ts";
import { reading } from "../gate/tools.ts";
import { openUpstream } from "../replicas/upstream.ts";
import { dynamic, entryOf, openRunningGateway } from "./running-gateway.ts";

const name = "get-forecast";
const approved = reading(name);
const changed: JsonObject = { ...approved, title: "Another forecast" };
const further: JsonObject = { ...approved, title: "A third forecast" };
const broken: JsonObject = { ...approved, title: "A hidden\u{200b} sign" };
const later = Date.parse("2100-01-01T00:00:00Z");

function admissionOf(
  asReceived: JsonObject,
  differences: Partial<StoredAdmission> = {},
): StoredAdmission {
  const { server = "weather" } = differences;
  return {
    number: 1,
    server,
    tool: name,
    digest: contractDigest({ server, asReceived }),
    state: "admitted",
    by: "operator:grace",
    at: later,
    note: "",
    ...differences,
  };
}

interface Opening extends Pick<ServerScript, "answer"> {
  readonly frozen?: boolean;
}

/** Opens a gateway whose lock has the approved tool. The test writes the rows of its store. */
async function open({ frozen = false, answer }: Opening = {}) {
  await using stack = new AsyncDisposableStack();
  const script = { tools: [approved], ...(answer && { answer }) };
  const server = stack.use(await openCountingServer(script));
  const config = ["toolbox:", "  mcps:", entryOf("weather", server.url, dynamic)].join("\n");
  const lock = await lockOf(config);
  let rows: readonly StoredAdmission[] = [];
  const decisionOf = (wanted: string, wantedTool: string): StoredAdmission | undefined =>
    rows.findLast((row) => row.server === wanted && row.tool === wantedTool);
  const running = stack.use(await openRunningGateway(config, { lock, decisionOf, frozen }));
  const { registry } = running.gateway;
  const owned = stack.move();
  return {
    ...running,
    server,
    lock,
    show: (offered: JsonObject) => registry.replace("weather", [offered]),
    write: async (...written: readonly StoredAdmission[]) => {
      rows = written;
      await registry.review("weather");
    },
    outcome: async () => outcomeOf(await running.call(name, fitting)).refused ?? "called",
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function lockOf(config: string): Promise<Lock> {
  await using first = await openRunningGateway(config);
  const lock = first.saved();
  if (lock === undefined) throw new Error("Nothing was locked.");
  return lock;
}

describe("admissions", () => {
  it("SECURITY 13: only the exact contract is released, and it runs again", async () => {
    await using running = await open();
    await running.show(changed);
    const held = await running.outcome();

    await running.write(admissionOf(changed));

    expect([held, await running.outcome()]).toEqual(["tool-quarantined", "called"]);
    expect(await running.list()).toEqual([name]);
  });

  it.each<[string, StoredAdmission]>([
    ["of a tool with this name at another server", admissionOf(changed, { server: "mail" })],
    ["of another tool of the server", admissionOf(changed, { tool: "get-wind" })],
    ["with another digest", admissionOf(further)],
    [
      "with the digest that another server's tool would have",
      admissionOf(changed, {
        digest: contractDigest({ server: "mail", asReceived: changed }),
      }),
    ],
    ["made before the lock entry", admissionOf(changed, { at: 0 })],
    ["that was withdrawn", admissionOf(changed, { state: "withdrawn" })],
  ])("SECURITY 13: an admission %s releases nothing", async (_, row) => {
    await using running = await open();
    await running.show(changed);

    await running.write(row);

    expect(await running.outcome()).toBe("tool-quarantined");
    expect(running.server.calls).toEqual([]);
  });

  it("SECURITY 13: an admitted contract that breaks rules stays held", async () => {
    await using running = await open();
    await running.show(broken);

    await running.write(admissionOf(broken));

    const held = running.gateway.registry.current().tools.get(name)?.hold?.kind;
    expect([held, await running.outcome()]).toEqual(["nonconformant", "tool-quarantined"]);
  });

  it("SECURITY 13: an admission does not outlast another change, even if it changes back", async () => {
    await using running = await open();
    await running.show(changed);
    await running.write(admissionOf(changed));
    const admitted = await running.outcome();

    await running.show(further);
    await running.show(changed);
    const back = await running.outcome();
    await running.write(admissionOf(changed, { number: 2 }));

    expect([admitted, back, await running.outcome()]).toEqual([
      "called",
      "tool-quarantined",
      "called",
    ]);
  });

  it("SECURITY 13: a withdrawal holds the tool at once, whatever the lock has", async () => {
    await using running = await open();
    await running.write(admissionOf(approved, { state: "withdrawn" }));

    expect(await running.outcome()).toBe("tool-quarantined");
    expect(await running.list()).toEqual([]);
  });

  it("SECURITY 13: a call in flight ends under the snapshot it began with", async () => {
    const [arrived, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<JsonObject>()];
    await using running = await open({
      answer: () => {
        arrived.resolve();
        return answer.promise;
      },
    });
    const calling = running.outcome();
    await arrived.promise;

    await running.write(admissionOf(approved, { state: "withdrawn" }));
    const next = await running.outcome();
    const structuredContent = { celsius: 21 };
    answer.resolve({ content: [{ type: "text", text: '{"celsius":21}' }], structuredContent });

    expect([await calling, next]).toEqual(["called", "tool-quarantined"]);
    expect(running.server.calls).toHaveLength(1);
  });

  it("SECURITY 13: a frozen lock takes withdrawals and no admissions", async () => {
    await using running = await open({ frozen: true });
    await running.show(changed);
    await running.write(admissionOf(changed));
    const held = await running.outcome();
    await using other = await open({ frozen: true });
    await other.write(admissionOf(approved, { state: "withdrawn" }));

    expect([held, await other.outcome()]).toEqual(["tool-quarantined", "tool-quarantined"]);
  });
});

// A whole gateway with its store, which looks at the store several times.
const slow = { timeout: 30_000 };

it("SECURITY 13: a lock file that a server overwrites widens nothing", slow, async () => {
  const [good, bad] = [tool(), tool({ title: "Other" })];
  await using upstream = await openUpstream([good]);
  const crm = { name: "crm", url: upstream.url.href, transport: "streamable_http" };
  const mcps = [{ ...crm, mode: "dynamic", default_tool_config: {} }];
  await using folder = await openFolder({
    "toolcourt.yaml": JSON.stringify({ toolbox: { mcps } }),
  });
  await using serving = await openServing(folder.path);
  const drifted = /ERROR: Tool 'get-forecast' .* differs from the lock/;

  const lock = parseLock(await folder.read("toolcourt.lock"), "toolcourt.lock");
  await folder.write("toolcourt.lock", formatLock(withContract(lock, bad)));
  upstream.offer(() => [bad]);
  upstream.ringAt(0);
  await vi.waitFor(() => expect(serving.printed.join("\n")).toMatch(drifted), slow);
  // Longer than the interval in which the gateway reads its store.
  await systemClock.sleep(3_000);
  upstream.ringAt(0);
  await systemClock.sleep(1_500);

  expect(serving.printed.join("\n")).not.toContain("may be called");
  const listed = await fetch(serving.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
  });
  expect(await listed.text()).not.toContain("get-forecast");
});

/** Returns the lock with another contract, as if an operator had approved it just now. */
function withContract(lock: Lock, contract: JsonObject): Lock {
  const entry = lock.servers.get("crm")?.get(name);
  if (entry === undefined) throw new Error("The lock does not have the tool.");
  const digest = contractDigest({ server: "crm", asReceived: contract });
  const approvedAt = new Date().toISOString();
  const forged = { ...entry, digest, contract, approvedAt, approvedBy: "operator:grace" };
  return { servers: new Map([["crm", new Map([[name, forged]])]]) };
}
