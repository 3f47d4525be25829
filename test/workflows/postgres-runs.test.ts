import { toolContext } from "@toolcourt/sdk/testing";
import { memoryRuns, postgresRuns } from "@toolcourt/workflows";
import { afterAll, describe, expect, it } from "vitest";
import { usePostgres } from "../../packages/testing/src/services/use-postgres.ts";
import { describeClaims } from "../../packages/workflows/src/testing/claims-suite.ts";
import { fakeCalls } from "../../packages/workflows/src/testing/fake-calls.ts";
import { orderWorkflow } from "../../packages/workflows/src/testing/order.ts";
import { describeRetention } from "../../packages/workflows/src/testing/retention-suite.ts";
import { describeRuns } from "../../packages/workflows/src/testing/runs-suite.ts";

const postgres = await usePostgres();
const { missing } = postgres;
const opened = new AsyncDisposableStack();

// Each test creates a database.
const patience = { timeout: 30_000 };

const open = async () => opened.use(postgresRuns(await postgres.database()));

describe.skipIf(missing !== undefined)(
  `runs in PostgreSQL (${missing ?? "there"})`,
  patience,
  () => {
    afterAll(() => opened.disposeAsync());
    describeClaims(open);
    describeRuns(open);
    describeRetention(async (options) =>
      opened.use(postgresRuns(await postgres.database(), options)),
    );

    it("are available to another process that creates the tables concurrently", async () => {
      const address = await postgres.database();
      const [first, second] = [postgresRuns(address), postgresRuns(address)].map((each) =>
        opened.use(each),
      );
      await Promise.all([first?.saver(), second?.saver()]);
      const input = { item: "pen", workflow_run: "monday" };
      const whole = fakeCalls({
        "get-stock": () => ({ stock: 3 }),
        "place-order": () => ({ id: "o1" }),
      });
      const none = fakeCalls({});

      await orderWorkflow({ runs: first ?? memoryRuns() }).invoke(
        input,
        toolContext({ calls: whole }),
      );
      const again = orderWorkflow({ runs: second ?? memoryRuns() });
      const { data } = await again.invoke(input, toolContext({ calls: none }));

      expect(data).toEqual({ ordered: 7 });
      expect(none.made).toEqual([]);
    });

    it("keep no data of unnamed runs", async () => {
      const runs = await open();
      const calls = fakeCalls({ "get-stock": () => ({ stock: 50 }) });

      const { data } = await orderWorkflow({ runs }).invoke(
        { item: "pen" },
        toolContext({ calls }),
      );
      const saver = await runs.saver();

      expect(data).toEqual({ ordered: 0 });
      expect(await Array.fromAsync(saver.list({ configurable: {} }))).toEqual([]);
    });
  },
);

it("runs without a reachable database fail before any call", async () => {
  await using runs = postgresRuns("postgres://nobody@127.0.0.1:1/none");
  const calls = fakeCalls({});

  const { error } = await orderWorkflow({ runs }).invoke({ item: "pen" }, toolContext({ calls }));

  expect(error).toMatchObject({ code: "workflow-store-failed", retryable: true });
  expect(calls.made).toEqual([]);
});
