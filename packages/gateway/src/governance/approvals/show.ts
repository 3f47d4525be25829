import type { Approvals, Surroundings } from "./approvals.ts";

/** Lets somebody look at a request, and writes down that they did: a yes is worth what was seen. */
export function createShow(surroundings: Surroundings): Approvals["show"] {
  const { store, clock, entryOf, expire, append } = surroundings;

  return async (id, { by, tenant }) => {
    await expire();
    const approval = await store.find(id, tenant === undefined ? {} : { tenant });
    if (approval === undefined) return undefined;
    const { tool, tenant: of } = approval;
    const event = { kind: "approval.shown", at: clock.now(), approval, tenant: of, by } as const;
    await append(await entryOf(event));
    const [before] = await store.list({ tool, tenant: of, state: "done", most: 1 });
    return { approval, ...(before && before.id !== id && { before }) };
  };
}
