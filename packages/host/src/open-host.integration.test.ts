import { noAbort } from "@toolcourt/testing/calls";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { openHost } from "./open-host.ts";

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

// Each test opens a whole gateway: slow on busy machines.
describe("openHost", () => {
  it("answers with the tools of a configuration", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": config, "notes.txt": "hello there" });
    await using host = await openHost({ folder: folder.path });

    const answer = await host.ask('Read the file "notes.txt" of the repository.', asking);

    expect(answer).toMatchObject({
      kind: "tool_result_with_summary",
      call: { tool: "read_repo_file" },
    });
  });

  it("accepts a custom planner and chooser", async () => {
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
      summary: { bullets: [{ claim: "message: Hello, Ada!", pointer: "/message" }] },
    });
  });

  it("calls no tool beyond its permissions", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": config });
    await using host = await openHost({ folder: folder.path }, { effects: ["destroy"] });

    expect(await host.ask("Good morning", asking)).toMatchObject({ code: "no-tools" });
  });

  it("refuses an invalid configuration", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": "toolbx: {}" });

    await expect(openHost({ folder: folder.path })).rejects.toMatchObject({
      code: "config-invalid",
    });
  });
});
