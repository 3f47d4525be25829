import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { usePostgres } from "../../packages/testing/src/services/use-postgres.ts";
import { machine, openServing } from "../../packages/testing/src/serving.ts";
import { runToolcourt } from "../../packages/toolcourt/src/cli/run.ts";
import { callOf, cameTo } from "./caller.ts";
import { shown, transfer } from "./transfer.ts";
import { openUpstream } from "./upstream.ts";

// Two whole gateways and every use on disk take seconds on a busy machine.
const patience = { timeout: 120_000 };
const postgres = await usePostgres();

const stores = [
  { name: "SQLite", missing: undefined, url: async () => "sqlite:state.db" },
  { name: "PostgreSQL", missing: postgres.missing, url: () => postgres.database() },
];

/** Runs a command of the operator, and returns what it prints. */
async function command(folder: string, ...args: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(text);
  await runToolcourt(args, machine(folder, print, new AbortController().signal));
  return lines.join("\n");
}

async function outcomeOf(url: URL, given: JsonObject): Promise<string> {
  const answer = parseJson(await (await fetch(url, callOf("send", given))).text());
  return cameTo(isJsonObject(answer) ? answer : {});
}

const terms = ["--tool", "send", "--principal", "local", "--for", "PT1H", "--reason", "a race"];

describe.each(stores)("two gateways on one $name", patience, ({ missing, url }) => {
  it.skipIf(missing !== undefined)(
    "let no more of fifty concurrent calls through than a grant has uses",
    async () => {
      await using upstream = await openUpstream([transfer("send")]);
      const server = { name: "bank", url: upstream.url.href, transport: "streamable_http" };
      const toolbox = {
        tools: [{ name: "send", approval: "operator", max_instances: 50 }],
        max_concurrent: 60,
        mcps: [{ ...server, mode: "dynamic", default_tool_config: {} }],
      };
      const config = JSON.stringify({ toolbox, stores: { url: await url() } });
      await using folder = await openFolder({ "toolcourt.yaml": config });
      await using one = await openServing(folder.path);
      await using other = await openServing(folder.path);
      const given = await command(folder.path, "grants", "give", "bank", "--uses", "7", ...terms);
      const id = /^Grant: +([\da-f]{32})$/m.exec(given)?.[1] ?? given;

      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          outcomeOf(index % 2 === 0 ? one.url : other.url, { ...shown, amount: index }),
        ),
      );

      // Under load the store answers some calls too late. Then they are refused, and uses may be left.
      while ((await outcomeOf(one.url, shown)) !== "approval-required");

      const answered = outcomes.filter((outcome) => outcome === "answered");
      expect(upstream.calls.length).toBeLessThanOrEqual(7);
      expect(answered.length).toBeLessThanOrEqual(upstream.calls.length);
      const stored = parseJson(await command(folder.path, "grants", "show", id, "--json"));
      expect(stored).toMatchObject({ state: "spent", used: 7, uses: 7 });
    },
  );
});
