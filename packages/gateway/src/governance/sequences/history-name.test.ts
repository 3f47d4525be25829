import { hash } from "node:crypto";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { link } from "../audit/chain.ts";
import { Subjects } from "../audit/subjects.ts";
import { historyName } from "./history-name.ts";

const key = new Uint8Array(32).fill(7);
const ada = { id: "ada@example.com", kind: "user", tenant: "acme" } as const;

function setUp() {
  const { personal, histories } = openMemoryStores({ link });
  let ids = 0;
  const newId = () => `id-${(ids += 1)}`;
  const subjects = new Subjects({ personal, clock: createFakeClock(), newId });
  const nameOf = async () =>
    historyName(key, { tenant: ada.tenant, subject: (await subjects.of(ada)).id });
  return { subjects, histories, nameOf };
}

describe("the name of a history", () => {
  it("is the same for a principal, and another for every other one", () => {
    const owners = [
      { subject: "s1" },
      { subject: "s2" },
      { tenant: "acme", subject: "s1" },
      { tenant: "acmes1", subject: "" },
      { subject: "s1", part: "c1" },
      { subject: "s1", part: "" },
      { tenant: "s1", subject: "c1" },
    ];

    const names = owners.map((owner) => historyName(key, owner));

    expect(names).toEqual(owners.map((owner) => historyName(key, owner)));
    expect(new Set(names).size).toBe(owners.length);
    expect(historyName(new Uint8Array(32).fill(8), { subject: "s1" })).not.toBe(names[0]);
  });

  it("cannot be tested against a list of principals without the key", async () => {
    const { subjects, nameOf } = setUp();
    const { id } = await subjects.of(ada);
    const name = await nameOf();

    const guesses = [ada.id, id, JSON.stringify([ada.tenant, ada.id]), `${ada.tenant}${ada.id}`];
    for (const guess of guesses) expect(name).not.toBe(hash("sha256", guess, "base64url"));
    expect(name).not.toContain("ada");
  });

  it("goes with an erased person, so that their history is out of reach", async () => {
    const { subjects, histories, nameOf } = setUp();
    const before = await nameOf();
    await histories.append(before, { position: 1, at: 1, body: "{}" });
    const { id } = await subjects.of(ada);

    await subjects.erase(id, ada.tenant);
    const after = await nameOf();

    expect(after).not.toBe(before);
    expect(await histories.read(after, 0, 9)).toEqual([]);
    expect(await histories.forget(2, 9)).toBe(1);
  });
});
