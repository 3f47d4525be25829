import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { link } from "@toolcourt/gateway/store-suites";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import type { CosmosFixture } from "../testing/cosmos.ts";
import { createStoresFixture, openDoor } from "../testing/cosmos-doors.ts";
import { fetchFrom } from "../testing/cosmos-fetch.ts";
import { killScenarios, owedIn, type Scenario } from "../testing/kill-scenarios.ts";
import { type Death, Mortal } from "../testing/mortal.ts";

interface World {
  readonly home: DurableStores;
  readonly fixture: CosmosFixture;
  /** Opens the stores of a process that dies so. */
  readonly process: (mortal: Mortal) => Promise<DurableStores>;
}

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

/** The deaths before and after the effect of each step. */
const deaths: readonly Death[] = Array.from({ length: 24 }, (_, index) => ({
  step: Math.floor(index / 2),
  takesEffect: index % 2 === 1,
}));

const never: Death = { step: Number.POSITIVE_INFINITY, takesEffect: false };

/** What kills led to. */
interface Figures {
  readonly kills: number;
  /** Changes that a reader saw before the log had their entry. */
  readonly usedOwing: number;
  /** Changes that stand in the end, and whose entry the log lacks. */
  readonly entriesLost: number;
  /** Rows that still owe after a reader that lived. */
  readonly stillOwing: number;
}

const nothing: Figures = { kills: 0, usedOwing: 0, entriesLost: 0, stillOwing: 0 };

function sum(a: Figures, b: Figures): Figures {
  return {
    kills: a.kills + b.kills,
    usedOwing: a.usedOwing + b.usedOwing,
    entriesLost: a.entriesLost + b.entriesLost,
    stillOwing: a.stillOwing + b.stillOwing,
  };
}

interface Killed extends Figures {
  readonly hasWriterEnded: boolean;
  readonly hasReaderEnded: boolean;
}

/** Kills the writer, then a reader in the middle of settling. A third process sees the truth. */
async function killBoth(scenario: Scenario, first: Death, second: Death): Promise<Killed> {
  const { change, look, verify } = scenario;
  const world = await createWorld(scenario);
  const writer = new Mortal(first);
  const writing = await world.process(writer);
  const written = await writer.run(() => change(writing));
  const reader = new Mortal(second);
  const reading = await world.process(reader);
  const read = await reader.run(() => look(reading));
  // What was seen is recorded, before any other process looks.
  const isUsedOwing = read === true && (await lacksEntry(scenario, world));

  const third = await world.process(new Mortal());
  const isSeen = await look(third);
  const [hasWriterEnded, hasReaderEnded] = [written !== "died", read !== "died"];
  const mustBeSeen = hasWriterEnded || read === true;
  expect(isSeen).toBe(mustBeSeen || isSeen);
  const isLacking = await lacksEntry(scenario, world);
  // A change that is not there has no entry either.
  expect(isSeen || isLacking || !scenario.isAudited).toBe(true);
  await verify?.(third, isSeen);
  const rows = ["connections", "policies"].flatMap((each) => world.fixture.items.all(each));
  return {
    kills: 2 - Number(hasWriterEnded) - Number(hasReaderEnded),
    usedOwing: Number(isUsedOwing),
    entriesLost: Number(isSeen && isLacking),
    stillOwing: rows.filter((row) => "owed" in row).length,
    hasWriterEnded,
    hasReaderEnded,
  };
}

async function lacksEntry({ isAudited }: Scenario, { home }: World): Promise<boolean> {
  return isAudited && (await owedIn(home)) === 0;
}

/** Kills at every step of the change, and for each at every step of the reader after it. */
async function killAtEachStep(scenario: Scenario): Promise<Figures> {
  let figures = nothing;
  for (const first of deaths) {
    let hasWriterEnded = false;
    // A reader that has nothing to settle is not killed.
    for (const second of scenario.isAudited ? deaths : [never]) {
      const killed = await killBoth(scenario, first, second);
      figures = sum(figures, killed);
      ({ hasWriterEnded } = killed);
      if (killed.hasReaderEnded) break;
    }
    if (hasWriterEnded) return figures;
  }
  throw new Error("The change has more steps than deaths.");
}

/** At least so many kills in each change, before and after the effect of each of its steps. */
const leastKills: Readonly<Record<string, number>> = {
  "connections.add": 170,
  "connections.revoke": 120,
  "connections.rename": 120,
  "connections.renew": 4,
  "keys.insert": 2,
  "keys.rewrap": 4,
  "policies.put": 210,
  "policies.replace": 210,
  "results.keep": 12,
};

it("kills in every change, more than 500 times", () => {
  expect(Object.keys(leastKills).toSorted()).toEqual(Object.keys(killScenarios).toSorted());
  expect(Object.values(leastKills).reduce((a, b) => a + b)).toBeGreaterThan(500);
});

it.for(Object.entries(killScenarios))(
  "loses no entry and uses no row that owes, wherever a process dies in %s",
  async ([name, scenario], { annotate }) => {
    const figures = await killAtEachStep(scenario);
    await annotate(JSON.stringify(figures));

    expect(figures).toEqual({ ...nothing, kills: figures.kills });
    expect(figures.kills).toBeGreaterThanOrEqual(leastKills[name] ?? 1);
  },
);
