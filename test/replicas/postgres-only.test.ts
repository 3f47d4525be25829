import { describe, expect, it, vi } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { usePostgres } from "../../packages/testing/src/services/use-postgres.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import { tool } from "../../packages/testing/src/tool.ts";
import { openUpstream } from "./upstream.ts";

const postgres = await usePostgres();

// A real database and two gateways take seconds to start on a busy machine.
const patience = { timeout: 60_000 };

describe.skipIf(postgres.missing !== undefined)(
  `two gateways on one PostgreSQL alone (${postgres.missing ?? "there"})`,
  patience,
  () => {
    it("notify each other of a drifted tool", async () => {
      await using upstream = await openUpstream([tool()]);
      const crm = { name: "crm", url: upstream.url.href, transport: "streamable_http" };
      const mcps = [{ ...crm, mode: "dynamic", default_tool_config: {} }];
      const stores = { url: await postgres.database() };
      const config = { "toolcourt.yaml": JSON.stringify({ toolbox: { mcps }, stores }) };
      await using homeOfOne = await openFolder(config);
      await using homeOfOther = await openFolder(config);
      await using one = await openServing(homeOfOne.path);
      await using other = await openServing(homeOfOther.path);
      let looks = 0;
      upstream.offer(() => {
        looks += 1;
        return [looks === 1 ? tool({ title: "Other" }) : tool()];
      });

      upstream.ringAt(0);

      const drifted = /ERROR: Tool 'get-forecast' .* differs from the lock/;
      await vi.waitFor(() => expect(one.printed.join("\n")).toMatch(drifted), patience);
      await vi.waitFor(() => expect(other.printed.join("\n")).toMatch(drifted), patience);
      await vi.waitFor(() => expect(looks).toBe(2), patience);
    });
  },
);
