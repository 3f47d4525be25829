import { hash } from "node:crypto";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import { createStaticKeys, KeyBook, type StaticKey } from "./static-keys.ts";

const key = "tck_4Xb2pPq0cZ9yL7wN3mR8sT1u";
const given = {
  name: "ci",
  sha256: hash("sha256", key, "hex").toUpperCase(),
  roles: ["builder"],
  tenant: "north",
  isSystem: true,
};
const clock = createFakeClock();
const recognize = createStaticKeys(new KeyBook([given], clock).find);

it("recognizes a key by its hash", () => {
  expect(recognize(key)).toMatchObject({
    kind: "recognized",
    identity: { id: "key:ci", roles: ["builder"], scopes: [], tenant: "north", isSystem: true },
    endsAt: Number.POSITIVE_INFINITY,
    until: { aborted: false },
  });
});

it("refuses a key that was never issued", () => {
  expect(recognize(`${key}x`)).toEqual({ kind: "refused", because: "unknown" });
});

it("ignores tokens that do not look like a key", () => {
  expect(recognize("eyJhbGciOiJub25lIn0.e30.")).toBeUndefined();
});

it("refuses no key while the source is unavailable", () => {
  expect(createStaticKeys(() => "unavailable")(key)).toEqual({ kind: "unavailable" });
});

function keyNamed(name: string, differences: Partial<StaticKey> = {}): StaticKey {
  return { name, sha256: `${name}-HASH`, roles: [], isSystem: false, ...differences };
}

function signalOf(found: ReturnType<KeyBook["find"]>) {
  return typeof found === "string" ? undefined : found.until;
}

it("ends removed and changed keys, and no others", () => {
  const book = new KeyBook([keyNamed("fixed")], clock);
  book.replace([keyNamed("one"), keyNamed("two"), keyNamed("three")]);
  const [one, two, three] = ["one", "two", "three"].map((name) =>
    signalOf(book.find(`${name}-hash`)),
  );

  book.replace([keyNamed("one"), keyNamed("two", { roles: ["admin"] })]);

  expect([one?.aborted, two?.aborted, three?.aborted]).toEqual([false, true, true]);
  expect(signalOf(book.find("one-hash"))).toBe(one);
  expect(signalOf(book.find("two-hash"))?.aborted).toBe(false);
  expect(book.find("three-hash")).toBe("unknown");
});

it("knows only the fixed keys while the source is unavailable", () => {
  const book = new KeyBook([keyNamed("fixed")], clock);
  book.replace([keyNamed("one")]);
  const one = signalOf(book.find("one-hash"));

  book.replace("unavailable");
  const meanwhile = book.find("one-hash");
  book.replace([keyNamed("one")]);

  expect([one?.aborted, meanwhile]).toEqual([true, "unavailable"]);
  expect(book.find("one-hash")).toMatchObject({ identity: { id: "key:one" } });
  expect(book.find("fixed-hash")).toMatchObject({ identity: { id: "key:fixed" } });
});

it("returns current holders of keys only", () => {
  const book = new KeyBook([keyNamed("fixed")], clock, "to-come");
  const holders = (): readonly unknown[] =>
    ["key:fixed", "key:one", "login:one"].map((id) => {
      const holder = book.holderOf(id);
      return typeof holder === "object" ? holder.id : holder;
    });

  expect(holders()).toEqual(["key:fixed", undefined, undefined]);
  book.replace([keyNamed("one")]);
  expect(holders()).toEqual(["key:fixed", "key:one", undefined]);
  book.replace("unavailable");
  expect(holders()).toEqual(["key:fixed", "none", undefined]);
  expect(new KeyBook([], clock).holderOf("key:one")).toBe("none");
});

it.each(["fixed", "revocable"] as const)("ends a %s key when it expires", async (kind) => {
  const moved = createFakeClock();
  const expiresAt = moved.now() + 60_000;
  const soon = keyNamed("soon", { sha256: given.sha256, expiresAt });
  const book = new KeyBook(kind === "fixed" ? [soon] : [], moved);
  book.replace([keyNamed("late"), ...(kind === "fixed" ? [] : [soon])]);
  const recognizeSoon = createStaticKeys(book.find);
  const before = recognizeSoon(key);
  const signal = signalOf(book.find(given.sha256.toLowerCase()));

  await moved.advance(59_999);
  book.endExpired();
  expect([signal?.aborted, book.holderOf("key:soon")]).toMatchObject([false, { id: "key:soon" }]);
  await moved.advance(1);
  expect(recognizeSoon(key)).toEqual({ kind: "refused", because: "expired" });
  book.endExpired();

  expect(before).toMatchObject({ kind: "recognized", endsAt: expiresAt });
  expect([signal?.aborted, book.holderOf("key:soon")]).toEqual([true, "none"]);
  expect(signalOf(book.find("late-hash"))?.aborted).toBe(false);
});

it("takes a key with another expiry for another key", () => {
  const book = new KeyBook([], clock);
  const expiresAt = clock.now() + 60_000;
  book.replace([keyNamed("one", { expiresAt })]);
  const before = signalOf(book.find("one-hash"));

  book.replace([keyNamed("one", { expiresAt: expiresAt + 1 })]);

  expect(before?.aborted).toBe(true);
  expect(book.find("one-hash")).toMatchObject({ endsAt: expiresAt + 1 });
});
