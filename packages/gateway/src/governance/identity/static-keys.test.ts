import { hash } from "node:crypto";
import { expect, it } from "vitest";
import { createKeyBook } from "./key-book.ts";
import { createStaticKeys } from "./static-keys.ts";

const key = "tck_4Xb2pPq0cZ9yL7wN3mR8sT1u";
const given = {
  name: "ci",
  sha256: hash("sha256", key, "hex").toUpperCase(),
  roles: ["builder"],
  tenant: "north",
  isSystem: true,
};
const recognize = createStaticKeys(createKeyBook([given]).find);

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
