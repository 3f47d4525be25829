import { rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { hello, testLanes } from "../../packages/testing/src/lanes.ts";
import { namesIn } from "../gate/outcome.ts";
import { reading } from "../gate/tools.ts";
import { askAs, call, keyOf, openServed, until } from "./served.ts";

// Three ways in which a key ends without a restart: by the policy, by the key file, and by its age.

const policy = `version: 1
roles: { weather: ["weather:read"] }
statements:
  - { id: weather, effect: allow, roles: [weather], tools: ["crm/*"] }
  #
...
`;
const denying = policy.replace(
  "#",
  '- { id: taken-back, effect: deny, principals: ["key:nightly"], tools: ["*"] }',
);

describe("a key whose holder is denied by the policy", () => {
  // Waits for the gateway to poll its policy, once a second.
  it("is refused a second later at every entrance, while other keys keep working", async () => {
    const keys = ["nightly", "daily"].map((name) => ({
      name,
      sha256: keyOf(name).sha256,
      roles: ["weather"],
    }));
    await using served = await openServed({
      policy: { file: "policy.yaml" },
      auth: { keys },
      tools: [reading("get-forecast")],
      files: { "policy.yaml": policy, "denying.yaml": denying },
    });
    const { url } = served.gateway;
    const callAs = (name: string, lane = testLanes[0] ?? { era: "modern", lane: "fast" }) =>
      call(url, { token: keyOf(name).key, lane }, { name: "get-forecast" });
    const before = await callAs("nightly");
    const { path } = served.folder;
    await rename(join(path, "denying.yaml"), join(path, "policy.yaml"));
    await until(async () => (await callAs("nightly")) === "tool-unknown");
    const reached = served.server.calls.length;
    const refused = await Promise.all(testLanes.map((lane) => callAs("nightly", lane)));
    const lane = { era: "legacy", lane: "sdk" } as const;
    const as = { token: keyOf("nightly").key, lane };
    const listed = namesIn(await askAs(url, as, { method: "tools/list" }));

    expect([before, new Set(refused)]).toEqual(["answered", new Set(["tool-unknown"])]);
    expect(listed).toEqual([]);
    expect(served.server.calls.length - reached).toBe(0);
    expect(await callAs("daily")).toBe("answered");
  });
});

function keysText(...keys: readonly unknown[]): string {
  return `${JSON.stringify({ keys })}\n...\n`;
}

describe("a key removed from the key file", () => {
  // Waits for the gateway to poll the file, once a second.
  it("is refused a second later, its session and streams end, and other keys keep working", async () => {
    const [nightly, daily] = ["nightly", "daily"].map((name) => ({
      name,
      sha256: keyOf(name).sha256,
      roles: ["weather"],
    }));
    await using served = await openServed({
      policy: { file: "policy.yaml" },
      auth: { keys_file: "keys.yaml" },
      tools: [reading("get-forecast")],
      files: {
        "policy.yaml": policy,
        "keys.yaml": keysText(nightly, daily),
        "next.yaml": keysText(daily),
      },
    });
    const { url } = served.gateway;
    const headers = new Headers(hello.headers);
    headers.set("authorization", `Bearer ${keyOf("nightly").key}`);
    const opened = await fetch(url, { ...hello, headers });
    await opened.text();
    headers.set("mcp-session-id", opened.headers.get("mcp-session-id") ?? "");
    headers.set("mcp-protocol-version", "2025-11-25");
    const stream = await fetch(url, { headers });
    const lane = { era: "modern", lane: "fast" } as const;
    const as = { token: keyOf("daily").key, lane };
    const { path } = served.folder;
    await rename(join(path, "next.yaml"), join(path, "keys.yaml"));

    // The stream ends by itself, and a truncated body is an error.
    await expect(stream.text()).rejects.toBeInstanceOf(Error);
    expect((await fetch(url, { headers })).status).toBe(401);
    expect(await call(url, as, { name: "get-forecast" })).toBe("answered");
    await served.folder.write("again.yaml", keysText(nightly, daily));
    await rename(join(path, "again.yaml"), join(path, "keys.yaml"));
    await served.gateway.reload();
    await until(async () => (await fetch(url, { headers })).status !== 401);
    expect((await fetch(url, { headers })).status).toBe(404);
  });
});

describe("a key that expires", () => {
  // Waits for the end of a key that lasts a few seconds.
  it("is refused from then on, its streams end, and other keys keep working", async () => {
    const [nightly, daily] = ["nightly", "daily"].map((name) => ({
      name,
      sha256: keyOf(name).sha256,
      roles: ["weather"],
    }));
    await using served = await openServed({
      policy: { file: "policy.yaml" },
      auth: { keys_file: "keys.yaml" },
      tools: [reading("get-forecast")],
      files: { "policy.yaml": policy, "keys.yaml": keysText(daily) },
    });
    const { url } = served.gateway;
    const { path } = served.folder;
    const replace = async (...keys: readonly unknown[]): Promise<void> => {
      await served.folder.write("next.yaml", keysText(...keys));
      await rename(join(path, "next.yaml"), join(path, "keys.yaml"));
    };
    const lane = { era: "modern", lane: "fast" } as const;
    const callAs = (name: string) =>
      call(url, { token: keyOf(name).key, lane }, { name: "get-forecast" });
    const endsAt = systemClock.now() + 5_000;
    await replace({ ...nightly, expires: new Date(endsAt).toISOString() }, daily);
    await served.gateway.reload();
    const headers = new Headers(hello.headers);
    headers.set("authorization", `Bearer ${keyOf("nightly").key}`);
    await until(async () => (await fetch(url, { ...hello, headers })).status === 200);
    const opened = await fetch(url, { ...hello, headers });
    await opened.text();
    headers.set("mcp-session-id", opened.headers.get("mcp-session-id") ?? "");
    headers.set("mcp-protocol-version", "2025-11-25");
    const stream = await fetch(url, { headers });

    await expect(stream.text()).rejects.toBeInstanceOf(Error);
    expect(systemClock.now()).toBeGreaterThanOrEqual(endsAt);
    expect((await fetch(url, { headers })).status).toBe(401);
    expect(await callAs("daily")).toBe("answered");
  });
});
