import type { AuditEntry } from "@toolcourt/gateway/internal/stores/audit-store";
import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import {
  connection,
  entry,
  noon,
  result,
} from "@toolcourt/gateway/internal/stores/suites/builders";
import { link } from "@toolcourt/gateway/store-suites";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import type { CosmosFixture } from "../testing/cosmos.ts";
import { createStoresFixture, openDoor } from "../testing/cosmos-doors.ts";
import { fetchFrom } from "../testing/cosmos-fetch.ts";
import { type Death, Mortal } from "../testing/mortal.ts";

const owedEntry: AuditEntry = entry({ body: "owed" });

interface World {
  readonly home: DurableStores;
  readonly fixture: CosmosFixture;
  /** Opens the stores of a process that dies so. */
  readonly process: (mortal: Mortal) => Promise<DurableStores>;
}

/** A change that is killed, and what a later process may see of it. */
interface Scenario {
  readonly prepare: (stores: DurableStores) => Promise<unknown>;
  readonly change: (stores: DurableStores) => Promise<unknown>;
  /** Looks, as a caller would. True if the change is seen. */
  readonly look: (stores: DurableStores) => Promise<boolean>;
  /** Whether the change has an audit entry. */
  readonly isAudited: boolean;
  /** Checks what else must hold in the end. Default: nothing. */
  readonly verify?: (stores: DurableStores, isSeen: boolean) => Promise<void>;
}

const policy = { version: "one", text: "# one\n", by: "operator:grace", at: noon };
const large = result({ output: JSON.stringify("x".repeat(1_600_000)) });

const scenarios: Readonly<Record<string, Scenario>> = {
  "connections.add": {
    prepare: async () => undefined,
    change: ({ connections }) => connections.add(connection(), owedEntry),
    look: async ({ connections }) => {
      const [found, listed] = [await connections.find("c1"), await connections.list({})];
      expect(listed).toEqual(found === undefined ? [] : [found]);
      return found !== undefined;
    },
    isAudited: true,
  },
  "connections.replace": {
    prepare: ({ connections }) => connections.add(connection(), entry()),
    change: ({ connections }) =>
      connections.replace(connection({ version: 2, status: "revoked", sealed: {} }), owedEntry),
    look: async ({ connections }) => {
      const found = await connections.find("c1");
      return found?.version === 2;
    },
    isAudited: true,
    // A name is free exactly if its connection is revoked.
    verify: async ({ connections }, isSeen) => {
      const again = await connections.add(connection({ id: "c2" }), entry());
      expect(again).toBe(isSeen ? "added" : "taken");
    },
  },
  "policies.put": {
    prepare: async () => undefined,
    change: ({ policies }) => policies.put(policy, { replaces: undefined, entry: owedEntry }),
    look: async ({ policies }) => {
      const [newest] = await policies.list(9);
      expect(await policies.newest()).toEqual(newest && policy);
      return newest !== undefined;
    },
    isAudited: true,
    verify: async ({ policies }, isSeen) =>
      expect(await policies.find("one")).toEqual(isSeen ? policy : undefined),
  },
  "results.keep": {
    prepare: async () => undefined,
    change: ({ results }) => results.keep(large),
    look: async ({ results }) => {
      const found = await results.find("call-1");
      expect([undefined, large.digest]).toContain(found?.digest);
      expect(found === undefined || found.output === large.output).toBe(true);
      return found !== undefined;
    },
    isAudited: false,
    verify: async ({ results }) => expect(await results.keep(large)).toBe("kept"),
  },
};

async function createWorld({ prepare }: Scenario): Promise<World> {
  const home = openMemoryStores({ link });
  const fixture = createStoresFixture();
  const clock = createFakeClock();
  const world: World = {
    home,
    fixture,
    process: (mortal) =>
      openDoor({
        home: mortal.homeOf(home),
        fixture,
        fetch: mortal.fetchBy(fetchFrom(fixture)),
        clock,
      }),
  };
  await prepare(await world.process(new Mortal()));
  return world;
}

async function owedIn({ home }: World): Promise<number> {
  const rows = await home.audit.read(1, 100);
  return rows.filter(({ body }) => body === "owed").length;
}

/** The deaths before and after the effect of each step. */
const deaths: readonly Death[] = Array.from({ length: 24 }, (_, index) => ({
  step: Math.floor(index / 2),
  takesEffect: index % 2 === 1,
}));

const never: Death = { step: Number.POSITIVE_INFINITY, takesEffect: false };

interface Killed {
  /** How many of the two processes died. */
  readonly kills: number;
  readonly hasWriterEnded: boolean;
  readonly hasReaderEnded: boolean;
}

/** Kills the writer, then a reader in the middle of settling. A third process sees the truth. */
async function killBoth(scenario: Scenario, first: Death, second: Death): Promise<Killed> {
  const world = await createWorld(scenario);
  const writer = new Mortal(first);
  const writing = await world.process(writer);
  const written = await writer.run(() => scenario.change(writing));
  const reader = new Mortal(second);
  const reading = await world.process(reader);
  const read = await reader.run(() => scenario.look(reading));
  // What was seen is recorded, before any other process looks.
  if (read === true && scenario.isAudited) expect(await owedIn(world)).toBeGreaterThan(0);

  const third = await world.process(new Mortal());
  const isSeen = await scenario.look(third);
  if (written !== "died" || read === true) expect(isSeen).toBe(true);
  if (scenario.isAudited) expect((await owedIn(world)) > 0).toBe(isSeen);
  await scenario.verify?.(third, isSeen);
  const owing = ["connections", "policies"].flatMap((each) => world.fixture.items.all(each));
  expect(owing.filter((row) => "owed" in row)).toEqual([]);
  const [hasWriterEnded, hasReaderEnded] = [written !== "died", read !== "died"];
  return {
    kills: 2 - Number(hasWriterEnded) - Number(hasReaderEnded),
    hasWriterEnded,
    hasReaderEnded,
  };
}

/** Kills at every step of the change, and for each at every step of the reader after it. */
async function killAtEachStep(scenario: Scenario): Promise<number> {
  let kills = 0;
  for (const first of deaths) {
    let hasWriterEnded = false;
    // A reader that has nothing to settle is not killed.
    for (const second of scenario.isAudited ? deaths : [never]) {
      const killed = await killBoth(scenario, first, second);
      kills += killed.kills;
      ({ hasWriterEnded } = killed);
      if (killed.hasReaderEnded) break;
    }
    if (hasWriterEnded) return kills;
  }
  throw new Error("The change has more steps than deaths.");
}

// At least so many kills, which are more than 500 in all.
it.each([
  ["connections.add", 170],
  ["connections.replace", 120],
  ["policies.put", 210],
  ["results.keep", 12],
])(
  "loses no entry and uses no row that owes, wherever a process dies in %s",
  async (name, kills) => {
    const scenario = scenarios[name];
    expect(scenario && (await killAtEachStep(scenario))).toBeGreaterThanOrEqual(kills);
  },
);
