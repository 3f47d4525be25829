import type { ListName } from "./read-list.ts";
import type { RelayHome } from "./relay-home.ts";
import type { Router } from "./route.ts";

/** How many resources, templates and prompts of a server pass. */
export type RelayCounts = Readonly<Record<ListName, number>>;

/** Counts what each server lists, by its name. A server that does not answer has none. */
export async function countEntries(
  homes: readonly RelayHome[],
  router: Router<RelayHome>,
): Promise<ReadonlyMap<string, RelayCounts>> {
  const [resources, templates, prompts] = await Promise.all([
    router.entries("resources"),
    router.entries("templates"),
    router.entries("prompts"),
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
