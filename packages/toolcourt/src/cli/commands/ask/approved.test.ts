import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { calls, openModelServer } from "@toolcourt/testing/model-server";
import { type Ran, run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

const tools = [
  { name: "hello", approval: "operator" },
  { name: "read_repo_file" },
  { name: "write_memory_entry" },
];

function openAsking(host: JsonObject): Promise<Folder> {
  const config = { toolbox: { local: ["workspace"], tools }, host: { summary: "off", ...host } };
  return openFolder({ "toolcourt.yaml": JSON.stringify(config) });
}

interface Asked {
  readonly code: number;
  readonly answer: JsonObject;
}

async function ask({ path }: Folder): Promise<Asked> {
  const ran = await run(["ask", "--json", 'Greet the name "Ada".'], { folder: path });
  const answer = parseJson(ran.output);
  return { code: ran.code, answer: isJsonObject(answer) ? answer : {} };
}

/** Follows the refusal's advice: views the request and approves it. */
async function approve({ answer }: Asked, { path: folder }: Folder): Promise<Ran> {
  const said = own(answer, "next");
  const next = (typeof said === "string" ? said : "").split(" ").slice(1);
  const shown = await run(next, { folder });
  const digest = /^Digest: +([0-9a-f]{12})$/m.exec(shown.output)?.[1] ?? "";
  return run(["approvals", "approve", next.at(-1) ?? "", "--digest", digest], { folder });
}

const greeting = { name: "Ada" };
const held = {
  code: 1,
  answer: { kind: "blocked", code: "approval-required", call: { tool: "hello" } },
};
const answered = {
  code: 0,
  answer: { kind: "tool_result", call: { arguments: greeting }, result: { isError: false } },
};

// Every command opens a store with its own thread, which is slow on a busy machine.
describe("a question whose call needs approval", { timeout: 60_000 }, () => {
  it("is answered when asked again after the approval, and only once", async () => {
    await using folder = await openAsking({});

    const first = await ask(folder);
    const yes = await approve(first, folder);
    const second = await ask(folder);
    const third = await ask(folder);

    expect(first).toMatchObject(held);
    expect(yes).toMatchObject({ code: 0 });
    expect(second).toMatchObject(answered);
    expect(third).toMatchObject(held);
  });

  it("is not answered by approval of the model's earlier call", async () => {
    await using server = await openModelServer(
      calls("hello", greeting),
      calls("hello", { name: "Mallory" }),
    );
    const model = { url: server.url, name: "small" };
    await using folder = await openAsking({ planner: "model", model });
    await approve(await ask(folder), folder);

    expect(await ask(folder)).toMatchObject(held);
  });
});
