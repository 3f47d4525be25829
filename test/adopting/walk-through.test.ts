import { resolve } from "node:path";
import { execPath } from "node:process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import { readGuide, runLine } from "../guides/guide.ts";

// Several processes, on machines busy with other tests.
const slow = { timeout: 30_000 };
const program = resolve(import.meta.dirname, "../../packages/testing/src/programs/bare-server.ts");
const guide = await readGuide("adopting.md");

/** The page leaves the server open, so we insert our own. */
const config = guide.config
  .replace("command: node", `command: ${execPath}`)
  .replace("crm-server.js", program);

async function callOnce(url: URL): Promise<unknown> {
  const client = new Client({ name: "tester", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(url));
  const { structuredContent } = await client.callTool({
    name: "note_visit",
    arguments: { id: "b" },
  });
  await client.close();
  return structuredContent;
}

it("the adopting guide leads from a bare server to an enforced contract", slow, async () => {
  await using folder = await openFolder({ "toolcourt.yaml": config });
  const [adopt = "", explain = "", call = "", lock = "", serve = "", learn = ""] = guide.commands;
  const go = (line: string) => runLine(line, folder.path);

  const adopted = await go(adopt);
  const explained = await go(explain);
  const called = await go(call);
  const locked = await go(lock);
  const [, ...flags] = serve.split(" ");
  const answered = await openServing(folder.path, ...flags).then(async (serving) => {
    await using _ = serving;
    return await callOnce(serving.url);
  });
  const learned = await go(learn);

  expect(adopted.output).toContain("2 tools: 0 callable before, 2 now. Wrote 2 overlays");
  expect(explained.output).toMatch(/^get_user {2}callable/);
  expect(JSON.parse(called.output)).toMatchObject({ structuredContent: { id: "a", age: 3 } });
  expect(locked.code).toBe(0);
  expect(answered).toMatchObject({ blocks: [{ type: "text" }] });
  expect(learned).toMatchObject({ code: 0, errors: "calls.jsonl: 1 of 1 call are of crm." });
  expect(await folder.read("contracts/crm/note_visit.yaml")).toContain("result: json-text");
});
