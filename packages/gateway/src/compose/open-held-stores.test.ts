import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { SecretRegistry } from "../boundary/redaction/secret-registry.ts";
import { openMemoryStores } from "../stores/memory/open-memory-stores.ts";
import { link } from "../stores/suites/link.ts";
import { type Adapter, openHeldStores } from "./open-held-stores.ts";

const settings = {
  account: "https://fixture.invalid",
  database: "tools",
  holds: ["results"],
  connection: {
    kind: "client-credentials",
    tokenUrl: "https://login.invalid/token",
    clientId: "app",
    clientSecret: "secret-of-app",
    scope: "scope",
  },
} as const;

async function open(load: () => Promise<Adapter>): Promise<unknown> {
  await using stack = new AsyncDisposableStack();
  return await openHeldStores(settings, stack, {
    clock: createFakeClock(),
    newId: () => "id",
    random: () => 0,
    randomBytes: (count) => new Uint8Array(count),
    environment: {},
    folder: ".",
    registry: new SecretRegistry(),
    audit: openMemoryStores({ link }).audit,
    seal: { seal: async () => "", isSealed: async () => true },
    resultsForMs: 1_000,
    load,
  });
}

/** An error of a copy of our classes, as a package of its own has it. */
function foreign(name: string, fields: object, message = "foreign"): Error {
  return Object.assign(new Error(message), { name, ...fields });
}

describe("openHeldStores", () => {
  it("names the package to install", async () => {
    const missing = foreign("Error", { code: "ERR_MODULE_NOT_FOUND" });

    const opening = open(() => Promise.reject(missing));
    await expect(opening).rejects.toMatchObject({ code: "config-invalid" });
    await expect(opening).rejects.toThrow("npm install @toolcourt/azure");
  });

  it("does not take a fault inside the package for its absence", async () => {
    await expect(open(() => Promise.reject(new TypeError("broken")))).rejects.toThrow("broken");
  });

  it.each([
    [foreign("CosmosUnusable", {}, "No container."), "No container. It is stores.cosmos."],
    [foreign("StoreError", { kind: "unreachable" }), "The store cannot be reached"],
  ])("refuses an account that cannot be used: %s", async (thrown, because) => {
    const openCosmosStores = (): Promise<never> => Promise.reject(thrown);

    const opening = open(() => Promise.resolve({ openCosmosStores }));
    await expect(opening).rejects.toMatchObject({ code: "store-unusable" });
    await expect(opening).rejects.toThrow(because);
  });
});
