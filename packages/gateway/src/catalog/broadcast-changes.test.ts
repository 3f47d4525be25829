import type { Lock } from "@toolcourt/contracts/internal/lock/lock";
import type { JsonObject } from "@toolcourt/sdk";
import { admissionInput } from "@toolcourt/testing/admission";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";
import type { StoredAdmission } from "../stores/admission-store.ts";
import { createMemoryNotices } from "../stores/memory/transient.ts";
import { Broadcast, type Channel } from "./broadcast-changes.ts";
import { createRegistry, type Registry } from "./create-registry.ts";

const good = tool({ name: "read" });
const bad = tool({ name: "read", title: "Other" });
const other = tool({ name: "list" });

interface Start {
  readonly shown: readonly JsonObject[];
  readonly lock?: Lock;
  readonly decisionOf?: () => StoredAdmission | undefined;
  readonly refresh?: () => Promise<void>;
}

function admitted(digest: string): StoredAdmission {
  const by = "operator:grace";
  const at = Date.parse("2100-01-01T00:00:00Z");
  const of = { server: "crm", tool: "read", digest, by, at, note: "" };
  return { number: 1, state: "admitted", ...of };
}

/** Opens gateways whose server shows each one what the test sets. */
async function openCourt() {
  const clock = createFakeClock();
  const notices = createMemoryNotices();
  const published: string[] = [];
  const state = { isAway: false };
  const channel: Channel = {
    publish: (text) => {
      if (state.isAway) return Promise.reject(new Error("away"));
      published.push(text);
      return notices.publish("registry", text);
    },
    subscribe: (listener) => notices.subscribe("registry", listener),
  };

  const openGateway = async (name: string, atStart: Start = { shown: [good, other] }) => {
    let { shown } = atStart;
    let rung = 0;
    const log: string[] = [];
    const registry = await createRegistry({
      ...admissionInput({
        servers: [{ name: "crm", has: shown }],
        ...(atStart.lock && { lock: atStart.lock }),
        ...(atStart.decisionOf && { decisionOf: atStart.decisionOf }),
      }),
      clock,
      write: () => undefined,
      saveLock: async () => undefined,
    });
    const { refresh } = atStart;
    const parts = { channel, name, registry, ...(refresh && { refresh }) };
    const telling = new Broadcast({ ...parts, log: (event) => log.push(event) });
    const look = (): Promise<void> => telling.looking("crm", () => registry.replace("crm", shown));
    const ring = (): void => {
      rung += 1;
    };
    const leave = await telling.listen(new Map([["crm", ring]]));
    const show = async (...tools: readonly JsonObject[]): Promise<void> => {
      shown = tools;
      await look();
      await clock.advance(0);
    };
    return { registry, look, show, leave, log, rung: () => rung };
  };
  return { clock, channel, published, state, openGateway };
}

function callable({ current }: Registry): readonly unknown[] {
  return current().listed.map(({ name }) => name);
}

describe("notices between gateways", () => {
  it("make the others look again at a server whose tools changed", async () => {
    const { openGateway } = await openCourt();
    const [one, two] = [await openGateway("one"), await openGateway("two")];

    await one.show(good);

    expect([one.rung(), two.rung()]).toEqual([0, 1]);
  });

  it("are not sent if nothing changed", async () => {
    const { openGateway, published } = await openCourt();
    const one = await openGateway("one");

    await one.look();

    expect(published).toEqual([]);
  });

  it("hold a drifted tool everywhere, even where the server shows the good contract", async () => {
    const { openGateway } = await openCourt();
    const [one, two] = [await openGateway("one"), await openGateway("two")];

    await one.show(bad, other);
    const before = callable(two.registry);
    await two.look();

    expect(before).toEqual(["list"]);
    expect(callable(two.registry)).toEqual(["list"]);
  });

  it("hold a tool in gateways that started before it drifted", async () => {
    const { openGateway, clock } = await openCourt();
    const two = await openGateway("two");

    await openGateway("one", { shown: [bad, other], lock: two.registry.lock() });
    await clock.advance(0);

    expect(callable(two.registry)).toEqual(["list"]);
  });

  it("are not repeated by their receivers", async () => {
    const { openGateway, published } = await openCourt();
    const [one, two] = [await openGateway("one"), await openGateway("two")];

    await one.show(bad);
    await two.show(bad);
    await one.look();
    await two.look();

    expect(published).toHaveLength(1);
    expect([one.rung(), two.rung()]).toEqual([0, 1]);
  });

  it("go both ways if each gateway finds something", async () => {
    const { openGateway } = await openCourt();
    const [one, two] = [await openGateway("one"), await openGateway("two")];

    await one.show(bad, other);
    await two.show(good, tool({ name: "list", title: "Other" }));

    expect([callable(one.registry), callable(two.registry)]).toEqual([[], []]);
  });

  it("make others read the store, and neither admit nor hold an admitted tool by themselves", async () => {
    const { openGateway, published, channel, clock } = await openCourt();
    const rows: StoredAdmission[] = [];
    const decisionOf = (): StoredAdmission | undefined => rows.at(-1);
    let reads = 0;
    const refresh = async (): Promise<void> => void (reads += 1);
    const one = await openGateway("one");
    const two = await openGateway("two", { shown: [good, other], decisionOf, refresh });
    await one.show(bad, other);
    await two.show(bad, other);
    const [notice = ""] = published;

    await channel.publish(notice);
    await clock.advance(0);
    const held = callable(two.registry);
    const digest = two.registry.drifted("crm").get("read")?.digest ?? "";
    rows.push(admitted(digest));
    await two.registry.review("crm");
    const released = callable(two.registry);
    await channel.publish(notice);
    await clock.advance(0);
    await two.look();

    expect(reads).toBe(3);
    expect([held, released, callable(two.registry)]).toEqual([
      ["list"],
      ["list", "read"],
      ["list", "read"],
    ]);
  });

  it("hold an admitted tool again if another gateway saw it change further", async () => {
    const { openGateway, clock } = await openCourt();
    const rows: StoredAdmission[] = [];
    const decisionOf = (): StoredAdmission | undefined => rows.at(-1);
    const one = await openGateway("one", { shown: [good], decisionOf });
    const two = await openGateway("two", { shown: [good], decisionOf });
    await one.show(bad);
    await two.show(bad);
    rows.push(admitted(two.registry.drifted("crm").get("read")?.digest ?? ""));
    await one.look();
    await two.look();
    const before = callable(two.registry);

    await one.show(tool({ name: "read", title: "Third" }));
    await clock.advance(0);
    await two.look();

    expect([before, callable(two.registry)]).toEqual([["read"], []]);
  });

  it("hold no tool that has been approved since", async () => {
    const { openGateway, clock } = await openCourt();
    const two = await openGateway("two");
    await two.show(bad, other);
    const digest = two.registry.drifted("crm").get("read")?.digest ?? "";
    await two.registry.approve({ server: "crm", tool: "read", digest, by: "ada" });

    const one = await openGateway("one");
    await one.show(bad, other);
    await clock.advance(0);

    expect(callable(two.registry)).toEqual(["list", "read"]);
  });

  it("are retried with the next look after a failure", async () => {
    const { openGateway, state } = await openCourt();
    const [one, two] = [await openGateway("one"), await openGateway("two")];
    state.isAway = true;
    await one.show(bad, other);
    const before = callable(two.registry);
    state.isAway = false;

    await one.show(good, other);

    expect(one.log).toEqual(["change-notice.failed"]);
    expect(before).toEqual(["list", "read"]);
    expect(callable(two.registry)).toEqual(["list"]);
  });

  it.each([
    "nonsense",
    JSON.stringify({ from: "x", server: "stranger", drifted: [] }),
    JSON.stringify({ from: "x", server: "crm", drifted: [["read", "breaking", "x"]] }),
  ])("are ignored if invalid or irrelevant: %s", async (text) => {
    const { openGateway, channel, clock } = await openCourt();
    const one = await openGateway("one");

    await channel.publish(text);
    await clock.advance(0);

    expect(one.rung()).toBe(0);
    expect(callable(one.registry)).toEqual(["list", "read"]);
  });

  it("hold no tool that was never admitted, however often they come", async () => {
    const { openGateway, channel, clock } = await openCourt();
    const one = await openGateway("one");
    const digest = `sha256:${"0".repeat(64)}`;

    const drifted = [["stranger", "breaking", digest]];
    await channel.publish(JSON.stringify({ from: "x", server: "crm", drifted }));
    await clock.advance(0);

    expect([...one.registry.drifted("crm").keys()]).toEqual([]);
  });

  it("end at once, even if the store no longer answers", async () => {
    const { openGateway } = await openCourt();
    const { registry } = await openGateway("one");
    const channel = {
      publish: async () => undefined,
      subscribe: async () => () => new Promise<void>(() => undefined),
    };
    const telling = new Broadcast({ channel, name: "two", registry, log: () => undefined });

    const leave = await telling.listen(new Map());

    expect(leave()).toBeUndefined();
  });

  it("end with the subscription", async () => {
    const { openGateway } = await openCourt();
    const [one, two] = [await openGateway("one"), await openGateway("two")];
    two.leave();

    await one.show(bad);

    expect(two.rung()).toBe(0);
  });
});
