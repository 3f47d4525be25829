import { describe, expect, it } from "vitest";
import { openHost } from "./open-host.ts";
import { noAbort } from "./testing/calls.ts";
import { openFolder } from "./testing/folder.ts";

const config = `toolbox:
  local: [workspace]
  tools: [{ name: hello }, { name: read_repo_file }, { name: write_memory_entry }]
stores: { url: "memory:" }
`;
const asking = {
  principal: { id: "local", permissions: "all", kind: "local" },
  agent: { name: "my-program", version: "1.0.0" },
  signal: noAbort,
} as const;

// Each opens a whole gateway, on machines that are busy with other tests.
describe("a host in a program", { timeout: 10_000 }, () => {
  it("answers by the tools of a configuration", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": config, "notes.txt": "hello there" });
    await using host = await openHost({ folder: folder.path });

    const answer = await host.ask('Read the file "notes.txt" of the repository.', asking);

    expect(answer).toMatchObject({
      kind: "tool_result_with_summary",
      call: { tool: "read_repo_file" },
    });
  });

  it("takes a planner and a chooser of one's own", async () => {
    await using folder = await openFolder({ "conf.yaml": config });
    const place = { folder: folder.path, config: "conf.yaml", environment: {} };
    await using host = await openHost(place, {
      plan: ({ question }) => ({
        type: "call_tool",
        tool: "hello",
        arguments: { name: question.split(" ").at(-1) },
      }),
      choose: async function* ({ source }) {
        yield { span: source.spans[0]?.id };
      },
    });

    const answer = await host.ask("Good morning to Ada", asking);

    expect(answer).toMatchObject({
      summary: { bullets: [{ claim: "message: Hello, Ada!", pointer: "/data/message" }] },
    });
  });

  it("calls nothing that does more than it may", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": config });
    await using host = await openHost({ folder: folder.path }, { effects: ["destroy"] });

    expect(await host.ask("Good morning", asking)).toMatchObject({ code: "no-tools" });
  });

  it("is not opened by a configuration with mistakes", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": "toolbx: {}" });

    await expect(openHost({ folder: folder.path })).rejects.toMatchObject({
      code: "config-invalid",
    });
  });
});
