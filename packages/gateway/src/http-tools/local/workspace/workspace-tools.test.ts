import { envelopeIn } from "@toolcourt/sdk";
import { builtinRules, lintContract } from "@toolcourt/sdk/rules";
import { scene, toolContext } from "@toolcourt/sdk/testing";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { createWorkspaceTools } from "./workspace-tools.ts";

const clock = createFakeClock();

describe("createWorkspaceTools", () => {
  it("returns the three tools with their registry entries (S1-30)", async () => {
    await using folder = await openFolder();

    const tools = createWorkspaceTools({ root: folder.path, clock });

    expect(
      tools.map(({ contract }) => [contract.name, contract.description.split(".")[0]]),
    ).toEqual([
      ["hello", "Test connectivity"],
      ["read_repo_file", "Read repository file"],
      ["write_memory_entry", "Append to memory file"],
    ]);
  });

  // Field names, types and required lists of the requirements, literally.
  it.each([
    {
      row: "S1-4",
      tool: "hello",
      properties: {
        message: { type: "string" },
        timestamp: { type: "string", format: "date-time" },
      },
      required: ["message", "timestamp"],
    },
    {
      row: "S1-11",
      tool: "read_repo_file",
      properties: {
        content: { type: "string" },
        path: { type: "string" },
        size: { type: "integer" },
        // Tells which characters were taken out: the text would not be exact otherwise.
        removed: { type: "array" },
      },
      required: ["content", "path"],
    },
    {
      row: "S1-22",
      tool: "write_memory_entry",
      properties: {
        success: { type: "boolean" },
        file: { type: "string" },
        bytes_written: { type: "integer" },
      },
      required: ["success", "file"],
    },
  ])("declares the bare output of $tool ($row, T4)", async ({ tool, properties, required }) => {
    await using folder = await openFolder();
    const tools = createWorkspaceTools({ root: folder.path, clock });

    const output = tools.find(({ name }) => name === tool)?.contract.output ?? {};

    expect(output).toMatchObject({ type: "object", properties, required });
    expect(Object.keys(output["properties"] ?? {})).toEqual(Object.keys(properties));
  });

  it("declares the envelope where the profile agent-hints asks for it (T4)", async () => {
    await using folder = await openFolder();

    const tools = createWorkspaceTools({ root: folder.path, clock, hasEnvelope: true });

    expect(tools.map(({ contract }) => envelopeIn(contract.output)?.dataPointer)).toEqual(
      tools.map(() => "/oneOf/0/properties/data"),
    );
  });

  it("breaks no rule of the profiles core and workspace with bare results (S1-1)", async () => {
    await using folder = await openFolder();
    const options = {
      rules: builtinRules,
      profiles: ["core", "workspace"],
      scene: scene(),
    } as const;

    const findings = createWorkspaceTools({ root: folder.path, clock }).flatMap(({ contract }) =>
      lintContract(contract, options),
    );

    expect(findings).toEqual([]);
  });

  it("reads back its own memory entry from the configured folder", async () => {
    await using folder = await openFolder();
    const [, read, write] = createWorkspaceTools({
      root: folder.path,
      clock,
      memoryFolder: "notes",
    });

    await write?.invoke({ file: "decisions.jsonl", entry: "[1]" }, toolContext());
    const answer = await read?.invoke({ path: "notes/decisions.jsonl" }, toolContext());

    expect(answer?.data).toEqual({ content: "[1]\n", path: "notes/decisions.jsonl", size: 4 });
  });

  it.each(["../memory", "/memory", ".git/memory"])(
    "keeps no memory in %s",
    async (memoryFolder) => {
      await using folder = await openFolder();

      expect(() => createWorkspaceTools({ root: folder.path, clock, memoryFolder })).toThrow(
        expect.objectContaining({ code: "path-refused" }),
      );
    },
  );

  it("requires an existing root", () => {
    expect(() => createWorkspaceTools({ root: "/no/such/folder", clock })).toThrow("ENOENT");
  });
});
