import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject } from "@toolcourt/sdk";
import {
  fakeUpstream,
  goodResult,
  incomingCall,
  noAbort,
  registeredTool,
} from "@toolcourt/testing/calls";
import { openFolder } from "@toolcourt/testing/folder";
import { redactorsFor } from "@toolcourt/testing/redactors";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { defaultClauses } from "../../pipeline/clause-counters.ts";
import { openPipeline } from "../../pipeline/open-pipeline.ts";
import type { Outcome } from "../../pipeline/outcome.ts";
import type { DurableStores } from "../../stores/durable-stores.ts";
import { openPostgresStores } from "../../stores/postgres/open-postgres-stores.ts";
import { openSqliteStores } from "../../stores/sqlite/open-sqlite-stores.ts";
import { patientDeadlineMs } from "../../stores/store-error.ts";
import { outcomeOf } from "../audit/call-entries.ts";
import { link, linkModule, linkSteps } from "../audit/chain.ts";
import { keepResults } from "./keep-results.ts";
import { readResult } from "./stored-results.ts";

const secret = "canary-4f9d6b3b-of-ours";
const postgres = await usePostgres();

/** Creates an answer with one of our secrets, its base64 form, and an invisible character. */
function answer(): JsonObject {
  const text = `key ${secret} and ${btoa(secret)}, sun\u{200b}ny`;
  return goodResult({ content: [{ type: "text", text }], structuredContent: { note: text } });
}

/** A pipeline that keeps results, and records how calls were closed. */
function lineOver({ results }: DurableStores) {
  const tool = registeredTool();
  const snapshot = { version: 1, tools: new Map([[tool.publicName, tool]]), listed: [] };
  const closed: Outcome[] = [];
  const record = keepResults(
    () => ({
      durable: async () => undefined,
      closed: async (_call, outcome) => void closed.push(outcome),
    }),
    {
      retain: "all",
      required: true,
      store: results,
      subjectOf: () => ({ id: "subject-1" }),
      clock: systemClock,
      log: () => undefined,
    },
  );
  const line = openPipeline({
    clock: systemClock,
    newId: () => "id-1",
    record,
    current: () => snapshot,
    upstreamOf: () => fakeUpstream(answer),
    clausesOf: () => defaultClauses,
    maxConcurrent: 10,
    hiding: redactorsFor(secret),
  });
  onTestFinished(() => line[Symbol.asyncDispose]());
  return { callTool: line.callTool, closed };
}

async function proveIn(stores: DurableStores): Promise<void> {
  const { callTool, closed } = lineOver(stores);

  const left = await callTool(incomingCall(), noAbort);

  const { output = "", digest = "none" } =
    (await readResult(stores.results, { callId: "call-1" })) ?? {};
  expect(output).toBe(JSON.stringify(left));
  expect(output).toContain("sunny");
  for (const hidden of [secret, btoa(secret), "\u{200b}"]) expect(output).not.toContain(hidden);
  const [ending = { kind: "refused", error: undefined }] = closed;
  const { body } = outcomeOf(incomingCall(), ending, { moment: { at: 0, monotonic: 0 }, ms: 1 });
  expect(body).toContain(digest);
}

describe("stored results", () => {
  it("hold no secret of ours, in the store and in the SQLite files", async () => {
    await using folder = await openFolder();
    const path = join(folder.path, "state.db");
    await using stores = await openSqliteStores(path, {
      link,
      linkModule,
      clock: systemClock,
      deadlineMs: patientDeadlineMs,
    });

    await proveIn(stores);

    const files = await Promise.all(
      (await folder.files()).map((file) => readFile(join(folder.path, file), "latin1")),
    );
    expect(files.join("")).toContain("sunny");
    expect(files.join("")).not.toContain(secret);
    expect(files.join("")).not.toContain(btoa(secret));
  });

  it.skipIf(postgres.missing !== undefined)(
    `holds no secret of ours in PostgreSQL (${postgres.missing ?? "there"})`,
    async () => {
      const url = await postgres.database();
      await using stores = await openPostgresStores(url, {
        linkSteps,
        clock: systemClock,
        timeoutMs: patientDeadlineMs,
      });

      await proveIn(stores);

      expect(await stores.results.list({}, 10)).toHaveLength(1);
    },
  );
});
