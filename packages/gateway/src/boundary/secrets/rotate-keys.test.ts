import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createMemoryKeys } from "../../stores/memory/records.ts";
import { CurrentVault } from "./current-vault.ts";
import { keyLineOf, type Place, parseKeys } from "./keys.ts";
import { type KeyLines, rotateKeys } from "./rotate-keys.ts";
import { createHoldSecret, openSecret } from "./secret.ts";

const holdSecret = createHoldSecret(Buffer.alloc(32));

function placeOf(connection: string): Place {
  return { table: "connections", row: connection, tenant: "", connection, field: "token" };
}

/** A vault whose keys can be changed at their source. */
function setUp(first = `${keyLineOf(1, Buffer.alloc(32, 1))}\n`) {
  let text = first;
  let readings = 0;
  const lines: Required<KeyLines> = {
    read: async () => {
      readings += 1;
      return text;
    },
    write: async (next) => {
      text = next;
    },
  };
  const store = createMemoryKeys();
  const openVault = () =>
    new CurrentVault({ readKeys: async () => parseKeys(await lines.read()), store, holdSecret });
  const rotate = (by: KeyLines = lines) =>
    rotateKeys({ lines: by, store, random: (size) => randomBytes(size) });
  return { lines, store, openVault, rotate, text: () => text, readings: () => readings };
}

describe("rotateKeys", () => {
  it("replaces the old key, and still opens what it sealed", async () => {
    const { openVault, rotate, text } = setUp();
    const sealed = await openVault().seal(placeOf("crm"), holdSecret("t0ken"));

    const rotated = await rotate();

    expect(rotated).toEqual({ writing: 2, retired: [1], rewrapped: 1 });
    expect(text()).toMatch(/^2:[\w+/]{43}=\n$/);
    expect(openSecret(await openVault().open(placeOf("crm"), sealed))).toBe("t0ken");
  });

  it("does not disturb a running gateway (case 75)", async () => {
    const { openVault, rotate } = setUp();
    const running = openVault();
    const names = Array.from({ length: 30 }, (_, index) => `c${index}`);
    const sealed = await Promise.all(
      names.map((name) => running.seal(placeOf(name), holdSecret(name))),
    );

    const use = async (name: string, index: number): Promise<readonly string[]> => {
      const before = await running.open(placeOf(name), sealed[index] ?? "");
      const again = await running.seal(placeOf(name), before);
      return [openSecret(before), openSecret(await running.open(placeOf(name), again))];
    };
    const opened = [];
    for (let round = 0; round < 3; round += 1) {
      const [values] = await Promise.all([Promise.all(names.map(use)), rotate()]);
      opened.push(...values);
    }

    expect(opened).toEqual([names, names, names].flat().map((name) => [name, name]));
  });

  it("resumes after an interruption", async () => {
    const { lines, openVault, rotate, text } = setUp();
    const sealed = await openVault().seal(placeOf("crm"), holdSecret("t0ken"));
    let writes = 0;
    const dying: KeyLines = {
      ...lines,
      write: async (next) => {
        writes += 1;
        if (writes === 2) throw new Error("killed");
        await lines.write(next);
      },
    };

    await expect(rotate(dying)).rejects.toThrow("killed");
    expect(text().trim().split("\n")).toHaveLength(2);
    expect(await rotate()).toMatchObject({ writing: 2, retired: [1] });
    expect(openSecret(await openVault().open(placeOf("crm"), sealed))).toBe("t0ken");
  });

  it("is left to the operator if the keys cannot be written", async () => {
    const { lines, openVault, rotate } = setUp();
    await openVault().seal(placeOf("crm"), holdSecret("t0ken"));
    const { read } = lines;

    await expect(rotate({ read })).rejects.toMatchObject({ problem: "key-not-writable" });
    await lines.write(`${await read()}${keyLineOf(2, Buffer.alloc(32, 2))}\n`);

    expect(await rotate({ read })).toEqual({ writing: 2, retired: [1], rewrapped: 1 });
  });

  it("leaves a standby key alone", async () => {
    const standby = `${keyLineOf(3, Buffer.alloc(32, 3))} standby`;
    const { rotate, text } = setUp(
      `${keyLineOf(1, Buffer.alloc(32, 1))}\n${keyLineOf(2, Buffer.alloc(32, 2))}\n${standby}\n`,
    );

    expect(await rotate()).toMatchObject({ writing: 2, retired: [1] });
    expect(text()).toContain(standby);
  });

  it("leaves data keys alone that another gateway wrapped with a newer key", async () => {
    const [one, two, three] = [1, 2, 3].map((version) =>
      keyLineOf(version, Buffer.alloc(32, version)),
    );
    const { lines, store, openVault, rotate } = setUp(`${one}\n`);
    await openVault().seal(placeOf("crm"), holdSecret("t0ken"));
    await lines.write(`${one}\n${two}\n${three}\n`);
    await openVault().seal(placeOf("new"), holdSecret("n3w"));
    await lines.write(`${one}\n${two}\n${three} standby\n`);

    expect(await rotate()).toEqual({ writing: 2, retired: [1], rewrapped: 1 });
    expect(new Set((await store.countByWrapping()).keys())).toEqual(new Set([2, 3]));
  });

  it("reaches old keys even if a newer key wraps more than one batch", async () => {
    const [one, two, three] = [1, 2, 3].map((version) =>
      keyLineOf(version, Buffer.alloc(32, version)),
    );
    const { lines, openVault, rotate } = setUp(`${one}\n${two}\n${three}\n`);
    const newer = Array.from({ length: 100 }, (_, index) => placeOf(`new${index}`));
    const ahead = openVault();
    for (const place of newer) await ahead.seal(place, holdSecret("n3w"));
    await lines.write(`${one}\n${two} standby\n${three} standby\n`);
    await openVault().seal(placeOf("crm"), holdSecret("t0ken"));
    await lines.write(`${one}\n${two}\n${three} standby\n`);

    expect(await rotate()).toEqual({ writing: 2, retired: [1], rewrapped: 1 });
  });
});

describe("CurrentVault", () => {
  it("wraps no new data key with a key retired since it was read", async () => {
    const { openVault, rotate } = setUp();
    const running = openVault();
    await running.seal(placeOf("crm"), holdSecret("t0ken"));
    await rotate();

    const sealed = await running.seal(placeOf("new"), holdSecret("n3w"));

    expect(openSecret(await openVault().open(placeOf("new"), sealed))).toBe("n3w");
  });

  it("does not go back to an older key before it knows that the newer one writes", async () => {
    const standby = `${keyLineOf(2, Buffer.alloc(32, 2))} standby`;
    const { lines, store, openVault, rotate, text } = setUp(
      `${keyLineOf(1, Buffer.alloc(32, 1))}\n${standby}\n`,
    );
    const running = openVault();
    const sealed = await running.seal(placeOf("crm"), holdSecret("t0ken"));
    await lines.write(text().replace(" standby", ""));
    await rotate();

    expect(openSecret(await running.open(placeOf("crm"), sealed))).toBe("t0ken");
    expect([...(await store.countByWrapping()).keys()]).toEqual([2]);
  });

  it("opens if the keys it read first were already outdated", async () => {
    const { lines, store, openVault, rotate } = setUp();
    const sealed = await openVault().seal(placeOf("crm"), holdSecret("t0ken"));
    const old = parseKeys(await lines.read());
    await rotate();
    const read = [old];
    const readKeys = async () => read.pop() ?? parseKeys(await lines.read());
    const late = new CurrentVault({ readKeys, store, holdSecret });

    await late.check();

    expect(openSecret(await late.open(placeOf("crm"), sealed))).toBe("t0ken");
  });

  it("opens if an old key is retired while the keys are checked", async () => {
    const { lines, store, openVault, rotate, text } = setUp();
    const sealed = await openVault().seal(placeOf("crm"), holdSecret("t0ken"));
    const before = text();
    await rotate();
    // State halfway through a rotation: both keys exist, and only the new one is in use.
    await lines.write(`${before}${text()}`);
    const counts = [new Map([[1, 1]])];
    const stale = {
      ...store,
      countByWrapping: async () => counts.pop() ?? (await store.countByWrapping()),
    };
    const readKeys = async () => parseKeys(await lines.read());
    const late = new CurrentVault({ readKeys, store: stale, holdSecret });

    expect(openSecret(await late.open(placeOf("crm"), sealed))).toBe("t0ken");
  });

  it("reads no key if nothing is sealed", async () => {
    const { openVault, readings } = setUp();

    await openVault().check();

    expect(readings()).toBe(0);
  });

  it("reports at the start that its key differs (case 75)", async () => {
    const { lines, openVault } = setUp();
    await openVault().seal(placeOf("crm"), holdSecret("t0ken"));
    await lines.write(`${keyLineOf(1, Buffer.alloc(32, 9))}\n`);

    await expect(openVault().check()).rejects.toMatchObject({ problem: "key-wrong" });
  });

  it("finds a key that was restored", async () => {
    const { lines, openVault, text } = setUp();
    const sealed = await openVault().seal(placeOf("crm"), holdSecret("t0ken"));
    const vault = openVault();
    const right = text();
    await lines.write("\n");

    await expect(vault.open(placeOf("crm"), sealed)).rejects.toMatchObject({
      problem: "key-missing",
    });
    await lines.write(right);

    expect(openSecret(await vault.open(placeOf("crm"), sealed))).toBe("t0ken");
  });
});
