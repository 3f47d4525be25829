import type { ListName } from "./read-list.ts";
import type { RelayHome } from "./relay-home.ts";
import type { Router } from "./route.ts";

/** How many resources, templates and prompts of a server pass. */
export type RelayCounts = Readonly<Record<ListName, number>>;

/**
 * How long the count waits for each list of a server. Longer than callers wait: a server that is
 * only slow has its entries counted.
 */
const countingMs = 4_000;

/** Counts what each server lists, by its name. A list that does not come in time counts as empty. */
export async function countEntries(
  homes: readonly RelayHome[],
  router: Router<RelayHome>,
): Promise<ReadonlyMap<string, RelayCounts>> {
  const [resources, templates, prompts] = await Promise.all([
    router.entries("resources", countingMs),
    router.entries("templates", countingMs),
    router.entries("prompts", countingMs),
  ]);
  const countIn = (entries: typeof resources, home: RelayHome): number =>
    entries.filter((entry) => entry.home === home).length;
  return new Map(
    homes.map((home) => [
      home.server.name,
      {
        resources: countIn(resources, home),
        templates: countIn(templates, home),
        prompts: countIn(prompts, home),
      },
    ]),
  );
}
