import type { Lock } from "@toolcourt/contracts/internal/lock/lock";
import { contractDigest, isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { admissionInput, type TestToolbox } from "@toolcourt/testing/admission";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";
import { createTextWriter } from "../telemetry/writers.ts";
import { createRegistry } from "./create-registry.ts";

const first = tool({ name: "find" });
const other: JsonObject = {
  ...tool({ name: "find" }),
  inputSchema: { type: "object", properties: {}, additionalProperties: false, required: [] },
};

/** A registry whose contracts can be approved elsewhere. */
async function open(differences: Partial<TestToolbox> = {}) {
  const lines: string[] = [];
  const saved: Lock[] = [];
  const approved = new Set<string>();
  const registry = await createRegistry({
    ...admissionInput({
      servers: [{ name: "shop", has: [] }],
      isApproved: ({ server, asReceived }) => approved.has(contractDigest({ server, asReceived })),
      ...differences,
    }),
    clock: createFakeClock(),
    write: createTextWriter({ print: (line) => void lines.push(line), minLevel: "info" }),
    saveLock: async (lock) => void saved.push(lock),
  });
  const approve = (asReceived: JsonValue): void => {
    if (isJsonObject(asReceived)) approved.add(contractDigest({ server: "shop", asReceived }));
  };
  const names = (): readonly (JsonValue | undefined)[] =>
    registry.current().listed.map(({ name }) => name);
  return { registry, lines, saved, approve, names };
}

describe("a contract approved elsewhere", () => {
  it("is admitted and locked at once, while others wait for the next start", async () => {
    const { registry, approve, names, saved } = await open();
    approve(first);

    await registry.replace("shop", [first, tool({ name: "sell" })]);

    expect(names()).toEqual(["find"]);
    expect(saved.at(-1)?.servers.get("shop")?.get("find")?.approvedBy).toBe("approved-draft");
  });

  it("replaces the contract approved before, without drift", async () => {
    const { registry, approve, names, lines } = await open();
    approve(first);
    await registry.replace("shop", [first]);
    await registry.replace("shop", []);
    const meanwhile = names();
    approve(other);

    await registry.replace("shop", [other]);

    expect([meanwhile, names()]).toEqual([[], ["find"]]);
    expect(lines.join("\n")).not.toContain("drift");
  });

  it("is refused by a frozen lock that does not have it", async () => {
    const lock: Lock = { servers: new Map([["shop", new Map()]]) };
    const { registry, approve, names } = await open({ frozen: true, lock });
    approve(first);

    await registry.replace("shop", [first]);

    expect(names()).toEqual([]);
  });
});
