import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import { heldByDefault } from "@toolcourt/gateway/internal/stores/held-stores";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import {
  connection,
  entry,
  noon,
  quarantined,
  result,
} from "@toolcourt/gateway/internal/stores/suites/builders";
import { link } from "@toolcourt/gateway/store-suites";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import type { CosmosFixture, CosmosOptions } from "../testing/cosmos.ts";
import {
  containerShapes,
  createStoresFixture,
  type DoorDeps,
  mayByRole,
  openDoor,
} from "../testing/cosmos-doors.ts";

function open(
  options: Partial<CosmosOptions> = {},
  deps: Partial<DoorDeps> = {},
): Promise<DurableStores> {
  const home = openMemoryStores({ link });
  const fixture: CosmosFixture = createStoresFixture(options);
  return openDoor({ clock: createFakeClock(), home, fixture, ...deps });
}

it.each(["Session", "ConsistentPrefix", "Eventual"])(
  "refuses connections in an account with %s consistency",
  async (consistency) => {
    await expect(open({ consistency })).rejects.toThrow(
      "The account's default consistency must be Strong or BoundedStaleness",
    );
  },
);

it("accepts results in an account with Session consistency", async () => {
  const { results } = await open({ consistency: "Session" }, { holds: ["results"] });

  expect(await results.keep(result())).toBe("kept");
});

it("names the container that is missing, and the command that helps", async () => {
  const { policies: _, ...containers } = containerShapes;

  await expect(open({ containers })).rejects.toThrow(
    "The database has no container policies. Run `toolcourt azure plan` and create what it prints.",
  );
});

it("needs no action beyond those of the role", async () => {
  const { connections, policies, results, keys } = await open({ may: mayByRole });

  expect(await connections.add(connection(), entry())).toBe("added");
  const revoked = connection({ version: 2, status: "revoked" });
  expect(await connections.replace(revoked, entry())).toBe("replaced");
  const policy = { version: "one", text: "# one\n", by: "grace", at: noon };
  expect(await policies.put(policy, { replaces: undefined, entry: entry() })).toBe("put");
  expect(await policies.list(1)).toHaveLength(1);
  expect(await results.keep(result())).toBe("kept");
  expect(await results.list({}, 1)).toHaveLength(1);
  const check = { keyVersion: 1, bytes: Uint8Array.of(1) };
  expect(await keys.insertCheck(check)).toBe(true);
  await keys.removeCheck(1);
  expect(await keys.checks()).toEqual([]);
});

it("reports the request units of every answer by container", async () => {
  const charged = new Map<string, number>();
  const onCharge = (container: string, units: number): void => {
    charged.set(container, (charged.get(container) ?? 0) + units);
  };
  const { results } = await open({}, { onCharge });
  const before = charged.get("results") ?? 0;

  await results.find("none");

  expect((charged.get("results") ?? 0) - before).toBe(1.5);
  const held = ["connections", "policies", "quarantine", "results"];
  expect([...charged.keys()].toSorted()).toEqual(held);
});

it("keeps quarantined results with a role that cannot replace items", async () => {
  const { quarantine } = await open({ may: mayByRole });
  await quarantine.keep(quarantined());

  expect(await quarantine.find("q-1")).toEqual(quarantined());
  expect(await quarantine.remove(["q-1"])).toBe(1);
});

it("needs the container of quarantined results only if it holds them", async () => {
  const { quarantine: _, ...containers } = containerShapes;

  await expect(open({ containers })).rejects.toThrow("The database has no container quarantine.");
  const { quarantine } = await open({ containers }, { holds: heldByDefault });
  await quarantine.keep(quarantined());
  expect(await quarantine.find("q-1")).toEqual(quarantined());
});
