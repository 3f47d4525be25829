import type { Approvals, Surroundings } from "./approvals.ts";

/** Shows a request and records the view: an approval is worth no more than the content seen. */
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
