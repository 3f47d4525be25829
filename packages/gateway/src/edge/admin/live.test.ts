import { type IncomingMessage, request } from "node:http";
import { proposal } from "@toolcourt/testing/approvals";
import {
  type ConsoleRig,
  type ConsoleRigOptions,
  consoleKeyOf,
  openConsoleRig,
} from "@toolcourt/testing/console";
import { openStream, sendTo } from "@toolcourt/testing/console-requests";
import { describe, expect, it, onTestFinished } from "vitest";

type Person = Parameters<typeof consoleKeyOf>[0];

const resource = "https://tools.example.com/mcp";

function headersOf(person: Person): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${consoleKeyOf(person)}` };
}

async function setUp(options?: ConsoleRigOptions) {
  const rig = await openConsoleRig({ resource, ...options });
  onTestFinished(() => rig[Symbol.asyncDispose]());
  const get = (person: Person, path: string) =>
    sendTo(rig.url, { path: `/admin/v1/${path}`, headers: headersOf(person) });
  const follow = (person: Person, query = "", lastId?: string) =>
    openStream(rig.url, {
      path: `/admin/v1/events${query}`,
      headers: { ...headersOf(person), ...(lastId !== undefined && { "last-event-id": lastId }) },
    });
  return { ...rig, get, follow };
}

/** Reads a stream until its text fits. */
function readUntil(stream: IncomingMessage, wanted: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
      text += chunk;
      if (wanted.test(text)) resolve(text);
    });
    stream.on("close", () => resolve(text));
  });
}

function publish({ feed }: Pick<ConsoleRig, "feed">, id: string, tenant: string | null = null) {
  feed.publish({ topic: "calls", tenant, data: { id } });
}

describe("the overview", () => {
  it("shows all to a person with all permissions", async () => {
    const { get, approvals, calls } = await setUp();
    await approvals.request(proposal());
    calls.add({ status: "answered", bin: 18, calls: 1 });

    const { status, body } = await get("olga", "overview");

    expect(status).toBe(200);
    expect(body).toMatchObject({
      at: "2026-11-01T00:00:00.000Z",
      waiting: {
        approvals: 1,
        heldTools: 0,
        drafts: 0,
        unfinishedCalls: 0,
        unsignedRows: 0,
        expiringConnections: 0,
      },
      servers: [{ name: "mail", state: "ready" }],
      calls: { bucketSeconds: 10, buckets: [{ at: "2026-11-01T00:00:00.000Z", count: 1 }] },
    });
  });

  it("leaves out what the sender has no permission for", async () => {
    const { get, calls } = await setUp();
    calls.add({ status: "answered", bin: 18, calls: 1 });

    const { status, body } = await get("rita", "overview");

    expect(status).toBe(200);
    expect(body).toMatchObject({
      waiting: {
        approvals: 0,
        heldTools: null,
        drafts: null,
        unfinishedCalls: null,
        unsignedRows: null,
        expiringConnections: null,
      },
      servers: [],
      calls: { buckets: [] },
    });
  });
});

describe("the overview of a tenant", () => {
  it("has no figures of all tenants together", async () => {
    const { get, approvals, calls } = await setUp();
    await approvals.request(proposal());
    await approvals.request(proposal({ tenant: "north", requester: "nina" }));
    calls.add({ status: "answered", bin: 18, calls: 1 });

    const { body } = await get("nora", "overview");

    expect(body).toMatchObject({
      waiting: {
        approvals: 1,
        unfinishedCalls: null,
        unsignedRows: null,
        expiringConnections: null,
      },
      calls: { buckets: [] },
    });
  });
});

describe("me", () => {
  it("tells a sender by token its rights, and no session", async () => {
    const { get } = await setUp();

    const { body } = await get("rita", "me");

    expect(body).toMatchObject({
      principal: { id: "key:rita" },
      roles: ["auditor"],
      permissions: { "approvals:read": true, "approvals:decide": false },
      console: null,
    });
  });
});

describe("the stream of events", () => {
  it("has ids, topics and data, gathered", async () => {
    const rig = await setUp();
    const stream = await rig.follow("olga");
    publish(rig, "one");
    publish(rig, "two");
    await rig.clock.advance(50);

    const text = await readUntil(stream, /two/);
    stream.destroy();

    expect(stream.headers["content-type"]).toBe("text/event-stream");
    expect(text).toBe(
      [
        ": follows\nid: boot-0\n\n",
        'id: boot-1\nevent: calls\ndata: {"id":"one"}\n\n',
        'id: boot-2\nevent: calls\ndata: {"id":"two"}\n\n',
      ].join(""),
    );
  });

  it("begins after the last event of the client", async () => {
    const rig = await setUp();
    for (const id of ["one", "two", "three"]) publish(rig, id);
    const stream = await rig.follow("olga", "", "boot-1");
    await rig.clock.advance(50);

    const text = await readUntil(stream, /three/);
    stream.destroy();

    expect(text).not.toContain("one");
    expect(text).toContain("two");
  });

  it.each([["other-3"], ["boot-9"], ["boot-x"]])(
    "says that there is a gap after %s",
    async (last) => {
      const rig = await setUp();
      for (const id of ["one", "two"]) publish(rig, id);
      const stream = await rig.follow("olga", "", last);

      const text = await readUntil(stream, /gap/);
      stream.destroy();

      expect(text).toContain("id: boot-2\nevent: gap\ndata: {}\n\n");
    },
  );

  it("has only the topics that the policy permits", async () => {
    const rig = await setUp();
    const stream = await rig.follow("rita");
    publish(rig, "hidden");
    rig.feed.publish({ topic: "approvals", tenant: null, data: { id: "seen" } });
    await rig.clock.advance(50);

    const text = await readUntil(stream, /seen/);
    stream.destroy();

    expect(text).not.toContain("hidden");
  });

  it("has nothing of another tenant", async () => {
    const rig = await setUp();
    const stream = await rig.follow("olga");
    publish(rig, "foreign", "north");
    publish(rig, "own");
    await rig.clock.advance(50);

    const text = await readUntil(stream, /own/);
    stream.destroy();

    expect(text).not.toContain("foreign");
  });

  it.each([
    ["?topics=calls", 403, "permission-missing"],
    ["?topics=approvals,calls", 403, "permission-missing"],
    ["?topics=odd", 400, "request-invalid"],
    ["?topic=calls", 400, "request-invalid"],
  ])("is refused for %s", async (query, status, code) => {
    const { get } = await setUp();

    const answer = await get("rita", `events${query}`);

    expect(answer).toMatchObject({ status, body: { error: { code } } });
  });

  it("is refused to a principal with eight of them, until one is closed", async () => {
    const rig = await setUp();
    const streams: IncomingMessage[] = [];
    for (let count = 0; count < 8; count += 1) streams.push(await rig.follow("olga"));
    const { status, body } = await rig.get("olga", "events?topics=calls");
    const other = await rig.follow("rita");
    streams[0]?.destroy();
    const again = await untilOpen(() => rig.follow("olga"));

    expect({ status, body }).toMatchObject({
      status: 429,
      body: { error: { evidence: { because: "streams" } } },
    });
    expect([other.statusCode, again.statusCode]).toEqual([200, 200]);
    for (const stream of [...streams, other, again]) stream.destroy();
  });

  it("cuts a reader off that leaves more than 256 KB waiting", async () => {
    const rig = await setUp();
    const stream = await rig.follow("olga");
    const lost = new Promise((resolve) => stream.once("error", resolve));
    const id = "x".repeat(20_000);
    // More than the buffers of the system take.
    for (let round = 0; round < 40; round += 1) {
      for (let count = 0; count < 20; count += 1) publish(rig, id);
      await rig.clock.advance(50);
    }
    stream.resume();

    await expect(lost).resolves.toBeDefined();
    expect(rig.feed.isFollowed).toBe(false);
  });

  it("shows both ends every 15 seconds that the other one is there", async () => {
    const rig = await setUp();
    const stream = await rig.follow("olga");
    await rig.clock.advance(15_000);

    expect(await readUntil(stream, /beat/)).toContain(": beat\n\n");
    stream.destroy();
  });
});

describe("the end of a stream", () => {
  it("comes when its token expires, also if it is not revoked", async () => {
    const keysEndAt = Date.parse("2026-11-01T00:05:00Z");
    const rig = await setUp({ keysEndAt });
    const stream = await rig.follow("olga");
    await rig.clock.advance(5 * 60_000 - 1);
    const before = rig.feed.isFollowed;
    const closed = new Promise((resolve) => stream.resume().once("end", resolve));
    await rig.clock.advance(1);

    expect(before).toBe(true);
    await expect(closed).resolves.toBeUndefined();
  });

  it("comes also for a client that left before it began", async () => {
    const [asked, counted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let requests = 0;
    const rig = await setUp({
      takeRequest: async () => {
        requests += 1;
        if (requests === 1) {
          asked.resolve();
          await counted.promise;
        }
        return { taken: true };
      },
    });
    const left = request(rig.url, { path: "/admin/v1/events", headers: headersOf("olga") });
    left.on("error", () => undefined).end();
    await asked.promise;
    left.destroy();
    await rig.get("olga", "me");
    counted.resolve();
    await rig.get("olga", "me");

    await expect.poll(() => rig.feed.isFollowed).toBe(false);
  });
});

/** The end of a connection is noticed a moment later. */
async function untilOpen(open: () => Promise<IncomingMessage>): Promise<IncomingMessage> {
  for (;;) {
    const stream = await open();
    if (stream.statusCode === 200) return stream;
    stream.destroy();
  }
}
