import { describe, expect, it } from "vitest";
import type { AdmissionDecision } from "../admission-store.ts";
import type { DurableStores } from "../durable-stores.ts";
import { StoreError } from "../store-error.ts";
import { bodies, broken } from "./approvals-given.ts";
import { entry, many, noon } from "./builders.ts";
import type { OpenSuiteStore } from "./suite-store.ts";

type Open = OpenSuiteStore<DurableStores>;

function decision(differences: Partial<AdmissionDecision> = {}): AdmissionDecision {
  return {
    server: "crm",
    tool: "get-card",
    digest: "sha256:one",
    state: "admitted",
    by: "operator:grace",
    at: noon,
    note: "",
    ...differences,
  };
}

/** Opens a store with these decisions about one tool, put in order. */
async function openWith(open: Open, ...digests: readonly string[]) {
  const handles = await open();
  for (const [index, digest] of digests.entries()) {
    const replaces = index === 0 ? undefined : index;
    const change = { replaces, entry: entry({ body: digest }) };
    await handles.first.admissions.put(decision({ digest, at: noon + index }), change);
  }
  return handles;
}

/**
 * Tests the contract of every admission store. The store must be opened with the suites' own `link`.
 *
 * @example
 * ```ts
 * declare function openEmptyStores(): Promise<DurableStores>;
 * describeAdmissionStore(async () => {
 *   const stores = await openEmptyStores();
 *   const close = () => stores[Symbol.asyncDispose]();
 *   return { first: stores, second: stores, [Symbol.asyncDispose]: close };
 * });
 * ```
 */
export function describeAdmissionStore(open: Open): void {
  describe("an admission store", () => {
    describePutting(open);
    describeOvertaking(open);
  });
}

function describePutting(open: Open): void {
  it("starts empty", async () => {
    await using handles = await open();

    expect(await handles.first.admissions.newest()).toEqual([]);
    expect(await handles.first.admissions.revision()).toBe(0);
  });

  it.each<Partial<AdmissionDecision>>([
    {},
    { state: "withdrawn", note: "The vendor took it back." },
    { server: "o'dd", tool: `'; -- \u{1f600} "é"`, note: `\\u0000 \r\n\t'` },
    { by: "0192-pseudonym", digest: "x' OR '1'='1" },
  ])("returns what another handle put, unchanged, and audits it: %#", async (differences) => {
    await using handles = await open();
    const change = { replaces: undefined, entry: entry({ body: "put" }) };

    expect(await handles.first.admissions.put(decision(differences), change)).toBe("put");

    const found = await handles.second.admissions.newest();
    expect(found).toStrictEqual([{ number: 1, ...decision(differences) }]);
    expect(await handles.second.admissions.revision()).toBe(1);
    expect(await bodies(handles)).toEqual(["put"]);
  });

  it("returns the newest decision about each tool of each server", async () => {
    await using handles = await openWith(open, "one", "two");
    const { admissions } = handles.second;
    for (const differences of [
      { server: "mail", digest: "three" },
      { tool: "put-card", digest: "four" },
    ]) {
      await admissions.put(decision(differences), { replaces: undefined, entry: entry() });
    }
    await admissions.put(decision({ digest: "two", state: "withdrawn" }), {
      replaces: 2,
      entry: entry(),
    });

    const found = await handles.first.admissions.newest();

    expect(found.map(({ number, digest, state }) => [number, digest, state])).toEqual([
      [3, "three", "admitted"],
      [4, "four", "admitted"],
      [5, "two", "withdrawn"],
    ]);
    expect(await handles.first.admissions.revision()).toBe(5);
  });

  it("puts nothing when the audit entry fails", async () => {
    await using handles = await openWith(open, "one");

    await expect(
      handles.first.admissions.put(decision({ digest: "two" }), { replaces: 1, entry: broken }),
    ).rejects.toBeInstanceOf(StoreError);

    expect((await handles.first.admissions.newest()).map(({ digest }) => digest)).toEqual(["one"]);
    expect(await bodies(handles)).toEqual(["one"]);
  });
}

function describeOvertaking(open: Open): void {
  it.each([undefined, 1, 3])("does not replace %j if another is the newest", async (replaces) => {
    await using handles = await openWith(open, "one", "two");

    const put = handles.second.admissions.put(decision(), { replaces, entry: entry() });

    expect(await put).toBe("overtaken");
    expect((await handles.first.admissions.newest()).map(({ digest }) => digest)).toEqual(["two"]);
    expect(await bodies(handles)).toEqual(["one", "two"]);
  });

  it("lets one of many concurrent deciders replace a decision", async () => {
    await using handles = await openWith(open, "one");

    const results = await Promise.all(
      many(10, "next").map((digest, index) =>
        (index % 2 === 0 ? handles.first : handles.second).admissions.put(decision({ digest }), {
          replaces: 1,
          entry: entry({ body: digest }),
        }),
      ),
    );

    expect(results.filter((result) => result === "put")).toHaveLength(1);
    const [newest] = await handles.first.admissions.newest();
    expect(newest?.number).toBe(2);
    expect(await bodies(handles)).toEqual(["one", newest?.digest]);
  });
}
