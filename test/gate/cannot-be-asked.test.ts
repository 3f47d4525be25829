import { valueAt } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entranceNames } from "./entrances.ts";
import { openTestAuthority } from "./open-test-authority.ts";
import { openRig, type Rig } from "./rig.ts";

const principal = { id: "ada", kind: "local", permissions: "all" } as const;
const stack = new AsyncDisposableStack();
let rig: Rig;
// Six servers and all entrances take seconds to open on a busy machine.
beforeAll(async () => {
  const authority = await openTestAuthority(undefined, stack);
  rig = stack.use(await openRig({ authority, principal }));
}, 60_000);
afterAll(() => stack.disposeAsync(), 60_000);

const protocols = entranceNames.filter((name) => /^(?:HTTP|stdio)/.test(name));

// No client of the rig declares elicitation.
describe.each(protocols)("a client that cannot be asked, over %s", (entrance) => {
  it.each(["caller", "operator"])(
    "gets the id and the command of its request at once, for the %s's approval",
    async (from) => {
      const params = { name: `send-by-${from}`, arguments: { city: "Geneva" } };

      const answer = await rig.entrances[entrance]("tools/call", params);

      const named = valueAt(answer, "/result/_meta/dev.toolcourt~1refusal/evidence/id");
      const id = typeof named === "string" ? named : "";
      const next = `toolcourt approvals show ${id}`;
      expect(id).toMatch(/^[\da-f]{32}$/);
      expect(answer).toMatchObject({
        result: {
          isError: true,
          _meta: {
            "dev.toolcourt/refusal": { code: "approval-required", next, evidence: { from } },
          },
        },
      });
      // Many clients show people the text and nothing else.
      expect(valueAt(answer, "/result/content/0/text")).toContain(next);
      expect(rig.upstreamCalls()).toBe(0);
    },
  );
});
