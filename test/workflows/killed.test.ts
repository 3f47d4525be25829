import { resolve } from "node:path";
import { kill } from "node:process";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { correlationMetaKey } from "../../packages/gateway/src/edge/incoming-call.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { usePostgres } from "../../packages/testing/src/services/use-postgres.ts";
import { connectHttp } from "../gate/http-client.ts";
import { runLine } from "../guides/guide.ts";
import { type GatewayProcess, startGateway } from "../promises/gateway-process.ts";

const postgres = await usePostgres();
const { missing } = postgres;

// Starts two gateways in sequence, each of which loads LangGraph, on a possibly busy machine.
const patience = { timeout: 90_000 };

const program = resolve(import.meta.dirname, "programs/note-tools.ts");
const names = ["write-note", "write-slowly", "read-slowly", "note-reading", "note-writing"];
const config = `toolbox:
  local: [${program}]
  tools: [${names.map((name) => `{ name: ${name} }`).join(", ")}]
`;

const correlationIds = {
  "note-reading": "11111111-1111-4111-8111-111111111111",
  "note-writing": "22222222-2222-4222-8222-222222222222",
};
type Workflow = keyof typeof correlationIds;

/** Calls a workflow under its own run name, and under one correlation id for all gateways. */
async function call({ url }: GatewayProcess, name: Workflow): Promise<string> {
  const ask = await connectHttp(url, { era: "modern", lane: "fast" });
  const meta = { [correlationMetaKey]: correlationIds[name] };
  const args = { word: name, workflow_run: "monday" };
  return JSON.stringify(await ask("tools/call", { name, arguments: args }, meta));
}

async function notesOf(folder: Folder): Promise<readonly string[]> {
  const text = await folder.read("notes.txt").catch(() => "");
  return text.split("\n").filter(Boolean).toSorted();
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await systemClock.sleep(20);
}

interface Entry {
  readonly kind: unknown;
  readonly tool: unknown;
  readonly correlationId: unknown;
  readonly parent: unknown;
}

async function openedCalls(folder: Folder): Promise<readonly Entry[]> {
  const { output } = await runLine("audit export", folder.path);
  const bodies = output.split("\n").flatMap((line): readonly JsonObject[] => {
    const row = parseJson(line);
    const body = isJsonObject(row) ? row["body"] : undefined;
    return isJsonObject(body) && body["kind"] === "call.opened" ? [body] : [];
  });
  return bodies.map(({ kind, tool, correlationId, parent }) => ({
    kind,
    tool,
    correlationId,
    parent,
  }));
}

describe.skipIf(missing !== undefined)(
  `a gateway killed in a step (${missing ?? "there"})`,
  patience,
  () => {
    const stack = new AsyncDisposableStack();
    let folder: Folder;
    let before: readonly string[];
    let answers: Readonly<Record<Workflow, string>>;

    beforeAll(async () => {
      folder = stack.use(await openFolder({ "toolcourt.yaml": config }));
      const env = { RUNS_URL: await postgres.database(), NOTES: `${folder.path}/notes.txt` };
      const first = stack.use(await startGateway({ folder: folder.path, env }));
      const calls = [call(first, "note-reading"), call(first, "note-writing")];
      await until(
        async () => (await notesOf(folder)).filter((note) => note.endsWith("second")).length === 2,
      );
      kill(first.pid, "SIGKILL");
      await Promise.allSettled([first.gone, ...calls]);
      before = await notesOf(folder);

      const second = stack.use(await startGateway({ folder: folder.path, env }));
      answers = {
        "note-reading": await call(second, "note-reading"),
        "note-writing": await call(second, "note-writing"),
      };
      await second[Symbol.asyncDispose]();
    }, patience.timeout);
    afterAll(() => stack.disposeAsync(), patience.timeout);

    it("was killed in the second step of both workflows", () => {
      expect(before).toEqual([
        "note-reading-first",
        "note-reading-second",
        "note-writing-first",
        "note-writing-second",
      ]);
    });

    it("resumes at the read step and repeats no finished step", async () => {
      const notes = await notesOf(folder);

      expect(answers["note-reading"]).toContain('"word":"note-reading"');
      expect(notes.filter((note) => note.startsWith("note-reading"))).toEqual([
        "note-reading-first",
        "note-reading-second",
        "note-reading-second",
        "note-reading-third",
      ]);
    });

    it("does not repeat a call that may have changed something, and reports it", async () => {
      const notes = await notesOf(folder);

      expect(answers["note-writing"]).toContain("workflow-outcome-unknown");
      expect(answers["note-writing"]).toContain('Step \\"second\\" called write-slowly');
      expect(notes.filter((note) => note.startsWith("note-writing"))).toEqual([
        "note-writing-first",
        "note-writing-second",
      ]);
    });

    it("records every step in its audit log, under one correlation id, as a call of the workflow", async () => {
      const opened = await openedCalls(folder);
      const reading = opened.filter(
        (each) => each.correlationId === correlationIds["note-reading"],
      );

      expect(
        reading.map(({ tool, parent }) => [tool, parent === undefined ? "outer" : "step"]),
      ).toEqual([
        ["note-reading", "outer"],
        ["write-note", "step"],
        ["read-slowly", "step"],
        ["note-reading", "outer"],
        ["read-slowly", "step"],
        ["write-note", "step"],
      ]);
      expect(
        opened.every(({ correlationId }) =>
          Object.values(correlationIds).includes(String(correlationId)),
        ),
      ).toBe(true);
    });
  },
);
