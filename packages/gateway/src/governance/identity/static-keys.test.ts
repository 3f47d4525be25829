import { hash } from "node:crypto";
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
const recognize = createStaticKeys(new KeyBook([given]).find);

it("recognizes a key by its hash", () => {
  expect(recognize(key)).toEqual({
    kind: "recognized",
    identity: { id: "key:ci", roles: ["builder"], scopes: [], tenant: "north", isSystem: true },
    endsAt: Number.POSITIVE_INFINITY,
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
  const book = new KeyBook([keyNamed("fixed")]);
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
  const book = new KeyBook([keyNamed("fixed")]);
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
  const book = new KeyBook([keyNamed("fixed")], "to-come");
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
  expect(new KeyBook([]).holderOf("key:one")).toBe("none");
});
