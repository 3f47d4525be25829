import { never } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { link } from "./chain.ts";
import { proofOf, Subjects } from "./subjects.ts";

function setUp() {
  const clock = createFakeClock();
  const { personal } = openMemoryStores({ link });
  let ids = 0;
  const newId = (): string => `id-${(ids += 1)}`;
  const open = () => new Subjects({ personal, clock, newId });
  return { clock, personal, open, subjects: open() };
}

const ada = { id: "ada@example.com" };

describe("subjects", () => {
  it("have one random pseudonym each, in every process", async () => {
    const { open, subjects } = setUp();

    const [first, other, again] = [
      await subjects.of(ada),
      await subjects.of({ id: "grace@example.com" }),
      await open().of(ada),
    ];

    expect(first).toEqual({ id: "id-1", proof: proofOf({ salt: "id-2", text: ada.id }) });
    expect(other.id).toBe("id-3");
    expect(again).toEqual(first);
  });

  it("differ between tenants", async () => {
    const { subjects } = setUp();

    expect(await subjects.of(ada)).not.toEqual(await subjects.of({ ...ada, tenant: "acme" }));
  });

  it("are cached for a short while", async () => {
    const { clock, subjects } = setUp();
    await subjects.of(ada);

    expect(subjects.of(ada)).toMatchObject({ id: "id-1" });
    await clock.advance(60_000);
    expect(subjects.of(ada)).toBeInstanceOf(Promise);
  });

  it("keep the first pseudonym when two processes create one at once", async () => {
    const { open } = setUp();

    const [one, two] = await Promise.all([open().of(ada), open().of(ada)]);

    expect(one).toEqual(two);
  });

  it("time out when the store hangs", async () => {
    const clock = createFakeClock();
    const { personal } = openMemoryStores({ link });
    const hung = { ...personal, find: () => never() };
    const subjects = new Subjects({ personal: hung, clock, newId: () => "id" });
    const found = Promise.resolve(subjects.of(ada));
    found.catch(() => undefined);

    await clock.advance(500);

    await expect(found).rejects.toThrow("Nothing came within 500 ms.");
  });

  it.each(["local", "system"])("need no pseudonym when they are %s", (kind) => {
    const { subjects } = setUp();

    expect(subjects.of({ id: kind, kind })).toEqual({ id: kind });
  });

  it("get a new pseudonym after erasure, and nothing leads back", async () => {
    const { personal, subjects } = setUp();
    await subjects.of(ada);

    expect(await subjects.erase("id-1", "")).toBe(1);

    expect(await subjects.find(ada)).toBeUndefined();
    expect(await subjects.of(ada)).toMatchObject({ id: "id-3" });
    expect(await personal.erase("id-1", "")).toBe(0);
  });
});
