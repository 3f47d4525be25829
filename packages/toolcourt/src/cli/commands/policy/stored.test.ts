import { hash } from "node:crypto";
import type { OpenedPolicies } from "@toolcourt/gateway/internal/compose/operator-stores";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import { link } from "@toolcourt/gateway/internal/stores/suites/link";
import { parseJson } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Open } from "../../actions.ts";
import { createPolicyCommand } from "./command.ts";

function policyOf(id: string): string {
  return `version: 1\nstatements:\n  - { id: ${id}, effect: allow, principals: [ada], tools: ["*"] }\n...\n`;
}

const [one, two] = [policyOf("one"), policyOf("two")];
const versionOf = (text: string): string => `sha256:${hash("sha256", text, "hex")}`;

/** Creates an empty store and the command over it. */
async function setUp(files: Readonly<Record<string, string>> = {}, isUsed = true) {
  const memory = openMemoryStores({ link });
  const stores = { ...memory, policies: { ...memory.policies } };
  const open: Open<OpenedPolicies> = async () => ({
    policies: stores.policies,
    operator: "operator:grace",
    isUsed,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  });
  const folder = await openFolder({ "one.yaml": one, "two.yaml": two, ...files });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const options = { folder: folder.path, command: createPolicyCommand(open) };
  const policy = (...args: readonly string[]) => run(["policy", ...args], options);
  return { policy, stores };
}

describe("toolcourt policy put", () => {
  it("makes a policy the newest and prints it unchanged", async () => {
    const { policy } = await setUp();
    const put = await policy("put", "one.yaml");
    const shown = await policy("show");

    expect(put).toMatchObject({
      code: 0,
      output: `Put ${versionOf(one)} with 1 statement, the first.`,
      errors: "",
    });
    expect(`${shown.output}\n`).toBe(one);
  });

  it("replaces only the version given with --expect", async () => {
    const { policy } = await setUp();
    await policy("put", "one.yaml");
    const blind = await policy("put", "two.yaml");
    const knowing = await policy("put", "two.yaml", "--expect", versionOf(one).slice(7, 19));
    const late = await policy("put", "one.yaml", "--expect", versionOf(one));

    expect(blind).toMatchObject({ code: 1, output: "" });
    expect(blind.errors).toContain(`${versionOf(one)}  2026-11-01T00:00:00.000Z  operator:grace`);
    expect(knowing).toMatchObject({ code: 0, errors: "" });
    expect(late.code).toBe(1);
    expect(late.errors).toContain(`another version is the newest now. It is\n${versionOf(two)}`);
  });

  it("does nothing if the policy is already the newest", async () => {
    const { policy } = await setUp();
    await policy("put", "one.yaml");

    expect(await policy("put", "one.yaml")).toMatchObject({ code: 0 });
    expect((await policy("versions")).output.split("\n")).toHaveLength(1);
  });

  it("replaces a damaged policy if --expect names the last one before it", async () => {
    const { policy, stores } = await setUp();
    await policy("put", "one.yaml");
    stores.policies.newest = () => Promise.reject(new StoreError("corrupt"));
    const blind = await policy("put", "two.yaml");
    const wrong = await policy("put", "two.yaml", "--expect", versionOf(two));
    const knowing = await policy("put", "two.yaml", "--expect", versionOf(one).slice(7));

    for (const { code, errors } of [blind, wrong]) {
      expect(code).toBe(1);
      expect(errors).toContain("is damaged. Give --expect the whole version");
    }
    const output = `Put ${versionOf(two)} in the place of a damaged one.`;
    expect(knowing).toMatchObject({ code: 0, output, errors: "" });
  });

  it("fails with a store that fails otherwise", async () => {
    const { policy, stores } = await setUp();
    stores.policies.newest = () => Promise.reject(new StoreError("unreachable"));
    const put = await policy("put", "one.yaml");

    expect(put.code).not.toBe(0);
    expect(put.errors).toContain("The store cannot be reached");
  });

  it("refuses an invalid policy and gives the position of each mistake", async () => {
    const { policy } = await setUp({ "bad.yaml": one.replace("allow", "permit") });
    const { code, errors } = await policy("put", "bad.yaml");

    expect(code).toBe(2);
    expect(errors).toContain("bad.yaml:3:");
    expect(await policy("show")).toMatchObject({ code: 1, output: "" });
  });

  it("warns if the configuration does not use the store", async () => {
    const { policy } = await setUp({}, false);
    const { code, errors } = await policy("put", "one.yaml");

    expect([code, errors]).toEqual([
      0,
      "The configuration does not take its policy from the store.",
    ]);
  });
});

describe("toolcourt policy show and versions", () => {
  it("list every stored policy with author and time", async () => {
    const { policy } = await setUp();
    await policy("put", "one.yaml");
    await policy("put", "two.yaml", "--expect", versionOf(one));
    const before = await policy("show", versionOf(one).slice(0, 20));
    const { output } = await policy("versions", "--json");

    expect(`${before.output}\n`).toBe(one);
    expect(JSON.parse(output)).toEqual([
      { version: versionOf(two), by: "operator:grace", at: Date.UTC(2026, 10, 1) },
      { version: versionOf(one), by: "operator:grace", at: Date.UTC(2026, 10, 1) },
    ]);
  });

  it("refuse an unknown version", async () => {
    const { policy } = await setUp();
    await policy("put", "one.yaml");

    expect((await policy("show", "0123456789ab")).errors).toContain("There is no policy");
  });
});

it("audits the operator and both versions, but not the text", async () => {
  const { policy, stores } = await setUp();
  await policy("put", "one.yaml");
  await policy("put", "two.yaml", "--expect", versionOf(one));
  const rows = await stores.audit.read(1, 10);

  const operator = "operator:grace";
  expect(rows.map(({ body }) => parseJson(body))).toMatchObject([
    { kind: "policy.put", about: { operator, version: versionOf(one) } },
    { kind: "policy.put", about: { operator, version: versionOf(two), replaces: versionOf(one) } },
  ]);
});

it("lets one of two concurrent puts win", async () => {
  const { policy, stores } = await setUp({ "three.yaml": policyOf("three") });
  await policy("put", "one.yaml");
  const results = await Promise.all(
    ["two.yaml", "three.yaml"].map((file) => policy("put", file, "--expect", versionOf(one))),
  );

  expect(new Set(results.map(({ code }) => code))).toEqual(new Set([0, 1]));
  expect(await stores.policies.list(10)).toHaveLength(2);
});
