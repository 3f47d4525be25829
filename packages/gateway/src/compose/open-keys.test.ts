import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openNameServer } from "@toolcourt/testing/name-server";
import { type Answering, openTarget } from "@toolcourt/testing/target";
import { describe, expect, it } from "vitest";
import { KeyBook, type StaticKey } from "../governance/identity/static-keys.ts";
import type { EventName } from "../telemetry/events.ts";
import { openFetchKeys, openKeys, watchKeys } from "./open-keys.ts";

const noAbort = new AbortController().signal;

const random = (): number => 0;

const [one, two, three] = ["1", "2", "3"].map((digit) => digit.repeat(64));

const fixed: StaticKey = { name: "fixed", sha256: three ?? "", roles: [], isSystem: false };

function file(...keys: readonly object[]): string {
  return `${JSON.stringify({ keys })}\n...\n`;
}

const both = file({ name: "one", sha256: one }, { name: "two", sha256: two, roles: ["reader"] });

/** `missing` and `hangs` simulate failures. Any other value is the text of the file. */
async function setUp(start: string) {
  const clock = createFakeClock();
  const events: EventName[] = [];
  const book = new KeyBook([fixed], clock);
  const held = { content: start };
  const read = (): Promise<string> => {
    if (held.content === "hangs") return new Promise(() => undefined);
    return held.content === "missing"
      ? Promise.reject(new Error("ENOENT"))
      : Promise.resolve(held.content);
  };
  const logger = { log: (name: EventName) => void events.push(name) };
  const source = { name: "keys.yaml", read };
  const watching = watchKeys({ source, book, others: () => [fixed], clock, logger });
  await clock.advance(0);
  const watch = await watching;
  const become = async (content: string): Promise<void> => {
    held.content = content;
    await clock.advance(2_000);
  };
  const known = (): readonly string[] =>
    [one, two, three].map((sha256) => {
      const found = book.find(sha256 ?? "");
      return typeof found === "string" ? found : found.identity.id;
    });
  return { become, known, events, watch, clock };
}

describe("watchKeys", () => {
  it("stops accepting removed keys at once", async () => {
    const { become, known, events } = await setUp(both);
    const before = known();
    await become(file({ name: "two", sha256: two, roles: ["reader"] }));

    expect(before).toEqual(["key:one", "key:two", "key:fixed"]);
    expect(known()).toEqual(["unknown", "key:two", "key:fixed"]);
    expect(events).toEqual(["keys.loaded", "keys.loaded"]);
  });

  it("lets new keys, and known ones with other roles, wait until they are accepted", async () => {
    const { become, known, events, watch, clock } = await setUp(
      file({ name: "two", sha256: two, roles: ["reader"] }),
    );
    await become(file({ name: "one", sha256: one }, { name: "two", sha256: two, roles: ["boss"] }));
    const waiting = known();
    const preparing = watch.prepare({ auth: undefined });
    await clock.advance(0);
    const prepared = await preparing;
    const judged = known();
    prepared.apply();

    expect(waiting).toEqual(["unknown", "unknown", "key:fixed"]);
    expect(judged).toEqual(waiting);
    expect(prepared.isNew).toBe(true);
    expect(known()).toEqual(["key:one", "key:two", "key:fixed"]);
    expect(events).toEqual(["keys.loaded", "keys.loaded", "keys.waiting", "keys.loaded"]);
  });

  it("lets a removed key that comes back wait, like a new one", async () => {
    const { become, known } = await setUp(both);
    await become(file({ name: "two", sha256: two, roles: ["reader"] }));
    await become(both);

    expect(known()).toEqual(["unknown", "key:two", "key:fixed"]);
  });

  it("refuses to prepare a file that is unusable", async () => {
    const { become, known, watch } = await setUp(both);
    await become(both.slice(0, 90));

    await expect(watch.prepare({ auth: undefined })).rejects.toThrow("keys.yaml is not valid");
    await become(both);
    expect(known()).toEqual(["key:one", "key:two", "key:fixed"]);
  });

  it("lets the keys of a file that could not be read at the start wait too", async () => {
    const { become, known } = await setUp("missing");
    await become(both);

    expect(known()).toEqual(["unknown", "unknown", "key:fixed"]);
  });

  it.each([
    ["missing", "missing"],
    ["slow", "hangs"],
    ["empty", ""],
    ["half-written", both.slice(0, 90)],
    ["half-written, with all that is needed", `keys:\n  - name: one\n    sha256: "${one}"\n`],
    ["faulty", file({ name: "one", sha256: "short" })],
    ["double", file({ name: "one", sha256: one }, { name: "one", sha256: two })],
    ["like one of the configuration", file({ name: "fixed", sha256: one })],
  ])(
    "refuses all keys while the file is %s, and accepts them again afterwards",
    async (_, content) => {
      const { become, known, events } = await setUp(both);
      await become(content);
      const meanwhile = known();
      await become(both);

      expect(meanwhile).toEqual(["unavailable", "unavailable", "key:fixed"]);
      expect(known()).toEqual(["key:one", "key:two", "key:fixed"]);
      expect(events).toEqual(["keys.loaded", "keys.unusable", "keys.loaded"]);
    },
  );

  it("stops polling once disposed", async () => {
    const { become, known, watch } = await setUp(both);
    await watch[Symbol.asyncDispose]();
    await become("missing");

    expect(known()).toEqual(["key:one", "key:two", "key:fixed"]);
  });
});

describe("openKeys", () => {
  it("ends the sessions of an expired key within a second, without a request", async () => {
    const clock = createFakeClock();
    const soon = { ...fixed, expiresAt: clock.now() + 5_000 };
    const book = new KeyBook([soon], clock);
    const found = book.find(soon.sha256);
    const auth = {
      keys: [soon],
      trusted: [],
      issuers: [],
      scopes: [],
      resource: new URL("http://x"),
    };
    const config = { auth };
    const owner = { config, inForce: { config }, authority: undefined, keys: book };
    const opening = openKeys(owner, undefined, { clock, folder: "." });
    await clock.advance(4_900);
    await using keys = await opening;
    const isEnded = (): boolean => typeof found === "object" && found.until.aborted;
    const before = isEnded();
    await clock.advance(1_100);

    expect([before, isEnded(), keys.find(soon.sha256)]).toEqual([false, true, "expired"]);
  });
});

async function fetched(answer: Answering, path = "/keys"): Promise<unknown> {
  await using issuer = await openTarget(answer);
  const url = new URL(`http://127.0.0.1:${issuer.port}/keys`);
  await using keys = openFetchKeys([url], { clock: systemClock, random });
  const response = await keys.fetch(new URL(path, url).href, noAbort);
  return await response.json();
}

describe("openFetchKeys", () => {
  it("fetches keys from the configured address, even on this machine", async () => {
    const keys = await fetched((_request, response) => response.end('{"keys":[]}'));

    expect(keys).toEqual({ keys: [] });
  });

  it.each<[string, Answering]>([
    ["that lie elsewhere", (_, response) => response.writeHead(302, { location: "/new" }).end()],
    ["that are too many", (_, response) => response.end("x".repeat(1024 * 1024 + 1))],
    ["that are not there", (_, response) => response.writeHead(404).end()],
  ])("refuses keys %s", async (_what, answer) => {
    await expect(fetched(answer)).rejects.toThrow("The ");
  });

  it("fetches from no other address", async () => {
    await using other = await openTarget((_request, response) => response.end("{}"));
    const url = new URL("https://login.example.com/keys");
    await using keys = openFetchKeys([url], { clock: systemClock, random });

    await expect(keys.fetch(`http://127.0.0.1:${other.port}/`, noAbort)).rejects.toMatchObject({
      kind: "host-refused",
    });
    expect(other.connections()).toBe(0);
  });

  it("never fetches from the metadata service, even if DNS points there", async () => {
    await using names = await openNameServer([["169.254.169.254"]]);
    const url = new URL("http://login.test/keys");
    const place = { clock: systemClock, random, lookup: names.lookup };
    await using keys = openFetchKeys([url], place);

    await expect(keys.fetch(url.href, noAbort)).rejects.toMatchObject({ kind: "address-refused" });
  });
});
