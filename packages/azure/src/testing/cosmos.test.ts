import { type Container, CosmosClient, type OperationInput } from "@azure/cosmos";
import { createFakeClock, type FakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createHttpClient } from "../cosmos/http-client.ts";
import { type CosmosFixture, type CosmosOptions, createCosmos } from "./cosmos.ts";
import { fetchFrom } from "./cosmos-fetch.ts";

// The official client proves the fixture: each promise that the stores build on, one by one.

interface Opened extends CosmosFixture {
  readonly clock: FakeClock;
  readonly client: CosmosClient;
  readonly container: Container;
}

function opened(options: Partial<CosmosOptions> = {}): Opened {
  const clock = createFakeClock();
  const fixture = createCosmos({
    containers: { box: { partitionKey: "part", unique: "label" } },
    now: clock.now,
    may: () => true,
    ...options,
  });
  const client = new CosmosClient({
    endpoint: "https://fixture.invalid",
    aadCredentials: {
      getToken: () => Promise.resolve({ token: "t", expiresOnTimestamp: Date.UTC(2100, 0) }),
    },
    httpClient: createHttpClient({
      fetch: fetchFrom(fixture),
      token: () => Promise.resolve({ token: "t", refused: () => undefined }),
    }),
    connectionPolicy: {
      enableEndpointDiscovery: false,
      enableBackgroundEndpointRefreshing: false,
      retryOptions: {
        maxRetryAttemptCount: 0,
        fixedRetryIntervalInMilliseconds: 0,
        maxWaitTimeInSeconds: 0,
      },
    },
  });
  return { ...fixture, clock, client, container: client.database("db").container("box") };
}

function item(id: string, more: object = {}): { readonly id: string; readonly part: string } {
  const label = { label: id };
  return { id, part: "p", ...label, ...more };
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return "no error";
  } catch (error) {
    const at = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return typeof at === "object" && at !== null && "code" in at ? at.code : String(error);
  }
}

async function idsOf(container: Container): Promise<readonly string[]> {
  const { resources } = await container.items
    .query<{ readonly id: string }>("SELECT c.id FROM c", { partitionKey: "p" })
    .fetchAll();
  return resources.map(({ id }) => id);
}

describe("the Cosmos fixture, read by @azure/cosmos", () => {
  it("creates, reads, replaces and deletes an item", async () => {
    const { container } = opened();

    expect((await container.items.create(item("a"))).statusCode).toBe(201);
    expect((await container.item("a", "p").read()).resource).toMatchObject({ id: "a" });
    const changed = await container.item("a", "p").replace(item("a", { n: 2 }));
    expect(changed.statusCode).toBe(200);
    expect(changed.resource).toMatchObject({ n: 2 });
    expect((await container.item("a", "p").delete()).statusCode).toBe(204);
    expect((await container.item("a", "p").read()).statusCode).toBe(404);
  });

  it("refuses a second item with the same id, or with the same unique key", async () => {
    const { container } = opened();
    await container.items.create(item("a"));

    expect(await codeOf(container.items.create(item("a", { label: "other" })))).toBe(409);
    expect(await codeOf(container.items.create(item("b", { label: "a" })))).toBe(409);
  });

  it("refuses a write with a stale ETag", async () => {
    const { container } = opened();
    const { etag: condition } = await container.items.create(item("a"));
    const accessCondition = { type: "IfMatch", condition };
    const replace = () => container.item("a", "p").replace(item("a"), { accessCondition });

    expect((await replace()).statusCode).toBe(200);
    expect(await codeOf(replace())).toBe(412);
  });

  it("keeps nothing of a failed batch", async () => {
    const { container } = opened();
    await container.items.create(item("b"));

    const operations: OperationInput[] = [
      { operationType: "Create", resourceBody: item("a") },
      { operationType: "Create", resourceBody: item("b") },
    ];
    const { code, result } = await container.items.batch(operations, "p");

    expect(code).toBe(207);
    expect(result?.map(({ statusCode }) => statusCode)).toEqual([424, 409]);
    expect(await idsOf(container)).toEqual(["b"]);
  });

  it("runs a batch with conditions as one step", async () => {
    const { container } = opened();
    const { etag: ifMatch } = await container.items.create(item("a"));

    const operations: OperationInput[] = [
      { operationType: "Replace", id: "a", ifMatch, resourceBody: item("a", { n: 2 }) },
      { operationType: "Create", resourceBody: item("b") },
    ];
    const first = await container.items.batch(operations, "p");
    const again = await container.items.batch(operations, "p");

    expect(first.result?.map(({ statusCode }) => statusCode)).toEqual([200, 201]);
    expect(again.result?.map(({ statusCode }) => statusCode)).toEqual([412, 424]);
  });

  it("refuses an action that the role lacks", async () => {
    const { container } = opened({ may: (_, action) => action !== "replace" });
    await container.items.create(item("a"));

    expect(await codeOf(container.item("a", "p").replace(item("a")))).toBe(403);
  });

  it("orders by two fields across partitions, page by page", async () => {
    const { container } = opened();
    for (const [index, part] of ["x", "y", "x", "y", "x"].entries()) {
      await container.items.create({ ...item(`i${index}`), part, n: index % 2 });
    }

    const query = "SELECT c.id, c.n FROM c WHERE c.n >= @n ORDER BY c.n DESC, c.id ASC";
    const spec = { query, parameters: [{ name: "@n", value: 0 }] };
    const { resources } = await container.items.query(spec, { maxItemCount: 2 }).fetchAll();

    expect(resources).toEqual([
      { id: "i1", n: 1 },
      { id: "i3", n: 1 },
      { id: "i0", n: 0 },
      { id: "i2", n: 0 },
      { id: "i4", n: 0 },
    ]);
  });

  it.each(["SELECT c.order FROM c", "SELECT COUNT(1) FROM c", "SELECT * FROM c WHERE c.a LIKE @a"])(
    "refuses the query %s",
    async (query) => {
      const { container } = opened();
      const work = container.items.query(query, { partitionKey: "p" }).fetchAll();

      expect(await codeOf(work)).toBe(400);
    },
  );

  it("forgets an item after its time to live", async () => {
    const { container, clock } = opened();
    await container.items.create(item("a", { ttl: 60 }));

    await clock.advance(59_999);
    expect((await container.item("a", "p").read()).statusCode).toBe(200);
    await clock.advance(1);
    expect((await container.item("a", "p").read()).statusCode).toBe(404);
  });

  it.each([401, 410, 429, 449, 503])("gets one request for a %i", async (status) => {
    const { container, seen, troubles } = opened();
    await container.items.create(item("a"));
    const before = seen.length;
    troubles.push({ status, retryAfterMs: 5 });

    expect(await codeOf(container.item("a", "p").read())).toBe(status);
    expect(seen.length - before).toBe(1);
  });

  it("refuses an item beyond 2 MB, and a bad id", async () => {
    const { container } = opened();
    const text = "x".repeat(2 * 1024 * 1024);

    expect(await codeOf(container.items.create(item("a", { text })))).toBe(413);
    expect(
      await codeOf(
        container.items.batch([{ operationType: "Create", resourceBody: item("a#1") }], "p"),
      ),
    ).toBe("no error");
    expect(await idsOf(container)).toEqual([]);
  });

  it("lets one of ten concurrent writers win", async () => {
    const { container } = opened();
    const codes = await Promise.all(
      Array.from({ length: 10 }, () => codeOf(container.items.create(item("a")))),
    );

    expect(codes.filter((code) => code === "no error")).toHaveLength(1);
  });

  it("tells the consistency of the account, and other hosts that the client ignores", async () => {
    const { client, container, seen } = opened({ consistency: "Session" });

    expect((await client.getDatabaseAccount()).resource?.consistencyPolicy).toBe("Session");
    await container.items.create(item("a"));
    expect(seen.length).toBeGreaterThan(1);
  });
});
