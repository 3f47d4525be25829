import { describe, expect, it } from "vitest";
import type { DurableStores } from "../durable-stores.ts";
import type { StoredPolicy } from "../policy-store.ts";
import { StoreError } from "../store-error.ts";
import { bodies, broken } from "./approvals-given.ts";
import { entry, many, noon } from "./builders.ts";
import type { OpenSuiteStore, SuiteStore } from "./suite-store.ts";

type Open = OpenSuiteStore<DurableStores>;

function stored(version: string, differences: Partial<StoredPolicy> = {}): StoredPolicy {
  return { version, text: `# ${version}\n...\n`, by: "operator:grace", at: noon, ...differences };
}

/** Opens a store with these versions put in order. */
async function openWith(
  open: Open,
  ...versions: readonly string[]
): Promise<SuiteStore<DurableStores>> {
  const handles = await open();
  for (const [index, version] of versions.entries()) {
    const change = { replaces: versions[index - 1], entry: entry({ body: version }) };
    await handles.first.policies.put(stored(version, { at: noon + index }), change);
  }
  return handles;
}

/**
 * Tests the contract of every policy store. The store must be opened with the suites' own `link`.
 *
 * @example
 * ```ts
 * declare function openEmptyStores(): Promise<DurableStores>;
 * describePolicyStore(async () => {
 *   const stores = await openEmptyStores();
 *   const close = () => stores[Symbol.asyncDispose]();
 *   return { first: stores, second: stores, [Symbol.asyncDispose]: close };
 * });
 * ```
 */
export function describePolicyStore(open: Open): void {
  describe("a policy store", () => {
    describePutting(open);
    describeOvertaking(open);
  });
}

function describePutting(open: Open): void {
  it("starts empty", async () => {
    await using handles = await open();

    expect(await handles.first.policies.newest()).toBeUndefined();
    expect(await handles.first.policies.find("one")).toBeUndefined();
    expect(await handles.first.policies.list(10)).toEqual([]);
  });

  it("returns a put policy byte for byte, and audits it", async () => {
    await using handles = await open();
    const odd = stored("one", { text: `# '; -- \u{1f600} \\u0000 \r\n\t"é"\n...\n` });

    const result = await handles.first.policies.put(odd, {
      replaces: undefined,
      entry: entry({ body: "put" }),
    });

    expect(result).toBe("put");
    expect(await handles.second.policies.newest()).toEqual(odd);
    expect(await handles.second.policies.find("one")).toEqual(odd);
    expect(await bodies(handles)).toEqual(["put"]);
  });

  it("keeps all versions, of which the newest counts", async () => {
    await using handles = await openWith(open, "one", "two", "one", "three");
    const { policies } = handles.second;

    expect((await policies.newest())?.version).toBe("three");
    expect(await policies.find("two")).toEqual(stored("two", { at: noon + 1 }));
    expect((await policies.find("one"))?.at).toBe(noon + 2);
    expect((await policies.list(10)).map(({ version }) => version)).toEqual([
      "three",
      "one",
      "two",
      "one",
    ]);
    expect(await policies.list(1)).toEqual([
      { version: "three", by: "operator:grace", at: noon + 3 },
    ]);
  });

  it("puts nothing when the audit entry fails", async () => {
    await using handles = await openWith(open, "one");

    await expect(
      handles.first.policies.put(stored("two"), { replaces: "one", entry: broken }),
    ).rejects.toBeInstanceOf(StoreError);

    expect((await handles.first.policies.newest())?.version).toBe("one");
    expect(await bodies(handles)).toEqual(["one"]);
  });
}

function describeOvertaking(open: Open): void {
  it.each(["none", "zero", "x' OR '1'='1"])(
    "does not replace %j if another is the newest",
    async (replaces) => {
      await using handles = await openWith(open, "one");
      const change = { replaces: replaces === "none" ? undefined : replaces, entry: entry() };

      expect(await handles.second.policies.put(stored("two"), change)).toBe("overtaken");

      expect((await handles.first.policies.newest())?.version).toBe("one");
      expect(await bodies(handles)).toEqual(["one"]);
    },
  );

  it("lets one of many concurrent writers replace a version", async () => {
    await using handles = await openWith(open, "one");

    const results = await Promise.all(
      many(10, "next").map((version, index) =>
        (index % 2 === 0 ? handles.first : handles.second).policies.put(stored(version), {
          replaces: "one",
          entry: entry({ body: version }),
        }),
      ),
    );

    expect(results.filter((result) => result === "put")).toHaveLength(1);
    const [newest, before, ...more] = await handles.first.policies.list(10);
    expect([before?.version, more.length]).toEqual(["one", 0]);
    expect(await bodies(handles)).toEqual(["one", newest?.version]);
  });
}
