import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { versionOf } from "../../packages/gateway/src/governance/policy/read-policy.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { reading } from "../gate/tools.ts";
import { call, openServed, type Served, until } from "./served.ts";

// Case 41 for a policy in the store, over the wire: with any fault in it, no call reaches the
// server.

const policy = `version: 1
statements:
  - { id: all, effect: allow, kinds: [local], tools: ["crm/*"] }
...
`;
const other = policy.replace("id: all", "id: other");
const lane = { era: "modern", lane: "fast" } as const;

function open(): Promise<Served> {
  return openServed({
    policy: { from: "store" },
    stores: { url: "sqlite:state.db" },
    tools: [reading("get-forecast")],
    files: { "policy.yaml": policy, "other.yaml": other },
  });
}

function outcomeAt({ gateway }: Served): Promise<string> {
  return call(gateway.url, { lane }, { name: "get-forecast" });
}

/** Changes the newest policy directly in the database. */
function tamper({ folder }: Served, text: string, version: string): void {
  using database = new DatabaseSync(join(folder.path, "state.db"));
  database.exec("DROP TRIGGER IF EXISTS policies_are_never_changed");
  database
    .prepare("UPDATE policies SET content = ?, version = ? WHERE number = 1")
    .run(text, version);
}

const mistaken = policy.replace("kinds", "kind");
const damages = [
  { text: `# mine\n${policy}`, version: versionOf(policy) },
  { text: policy.slice(0, -5), version: versionOf(policy.slice(0, -5)) },
  { text: mistaken, version: versionOf(mistaken) },
];

describe("case 41: a policy in the store", () => {
  // Waits repeatedly for the gateway to poll its store, once a second.
  it("refuses every call while it is missing or invalid, and recovers", {
    timeout: 30_000,
  }, async () => {
    await using served = await open();
    const { path } = served.folder;
    const become = (outcome: string): Promise<void> =>
      until(async () => (await outcomeAt(served)) === outcome);
    const refused = [await outcomeAt(served)];
    const reached = [served.server.calls.length];
    await run(["policy", "put", "policy.yaml"], { folder: path });
    await become("answered");
    for (const { text, version } of damages) {
      tamper(served, text, version);
      await become("policy-denied");
      const before = served.server.calls.length;
      refused.push(await outcomeAt(served));
      reached.push(served.server.calls.length - before);
    }
    const last = damages.at(-1)?.version ?? "";
    await run(["policy", "put", "other.yaml", "--expect", last], { folder: path });
    await become("answered");

    expect(refused).toEqual(Array.from({ length: 4 }, () => "policy-denied"));
    expect(reached).toEqual([0, 0, 0, 0]);
    expect(served.gateway.printed.join("\n")).toContain("holds no policy yet");
  });

  it("reaches all gateways that share it", async () => {
    await using served = await open();
    const { folder } = served;
    await using second = await openServing(folder.path);
    const both = [served.gateway.url, second.url];
    const outcomes = (): Promise<readonly string[]> =>
      Promise.all(both.map((url) => call(url, { lane }, { name: "get-forecast" })));
    const before = await outcomes();
    await run(["policy", "put", "policy.yaml"], { folder: folder.path });
    await until(async () => (await outcomes()).every((outcome) => outcome === "answered"));

    expect(before).toEqual(["policy-denied", "policy-denied"]);
  });

  it("refuses every call once its database is gone", async () => {
    await using served = await open();
    const { path } = served.folder;
    await run(["policy", "put", "policy.yaml"], { folder: path });
    await until(async () => (await outcomeAt(served)) === "answered");
    const before = served.server.calls.length;
    await Promise.all(["", "-wal", "-shm"].map((end) => rm(join(path, `state.db${end}`))));
    // The log is gone with it. Either error may be reported, and no call reaches the server.
    const refused = await Promise.all([1, 2, 3].map(() => outcomeAt(served)));

    expect(refused).not.toContain("answered");
    expect(served.server.calls.length - before).toBe(0);
  });
});
