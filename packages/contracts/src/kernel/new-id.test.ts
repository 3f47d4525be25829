import { randomFillSync } from "node:crypto";
import { expect, it } from "vitest";
import { createNewId } from "./new-id.ts";

const randomUuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

it("returns unique random UUIDs", () => {
  const newId = createNewId(randomFillSync);
  const ids = Array.from({ length: 2_000 }, newId);

  expect(ids.filter((id) => !randomUuid.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(2_000);
});

it.each([
  [0x00, "00000000-0000-4000-8000-000000000000"],
  [0xff, "ffffffff-ffff-4fff-bfff-ffffffffffff"],
  [0x5a, "5a5a5a5a-5a5a-4a5a-9a5a-5a5a5a5a5a5a"],
])("puts every random bit in its place: %i", (byte, id) => {
  expect(createNewId((bytes) => bytes.fill(byte))()).toBe(id);
});

it("uses no random byte twice", () => {
  let fills = 0;
  const newId = createNewId((bytes) => {
    fills += 1;
    bytes.fill(fills);
  });

  const ids = Array.from({ length: 512 }, newId);

  expect(fills).toBe(2);
  expect(new Set(ids.slice(0, 256))).toEqual(new Set(["01010101-0101-4101-8101-010101010101"]));
  expect(new Set(ids.slice(256))).toEqual(new Set(["02020202-0202-4202-8202-020202020202"]));
});
