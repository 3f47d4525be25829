import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import { expect, it } from "vitest";
import { createWorkspaceTools } from "../../packages/gateway/src/http-tools/local/workspace/workspace-tools.ts";
import { createFakeClock } from "../../packages/testing/src/fake-clock.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";

// The schemas of the requirement, copied from it.
const printed = [
  {
    row: "S1-3",
    name: "hello",
    part: "input",
    schema: `{
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "description": "Name to greet",
      "default": "World"
    }
  },
  "required": []
}`,
  },
  {
    row: "S1-4",
    name: "hello",
    part: "output",
    schema: `{
  "type": "object",
  "properties": {
    "message": {
      "type": "string",
      "description": "Greeting message"
    },
    "timestamp": {
      "type": "string",
      "format": "date-time",
      "description": "Server timestamp"
    }
  },
  "required": ["message", "timestamp"]
}`,
  },
  {
    row: "S1-10",
    name: "read_repo_file",
    part: "input",
    schema: `{
  "type": "object",
  "properties": {
    "path": {
      "type": "string",
      "description": "Relative path from repo root",
      "pattern": "^[a-zA-Z0-9_./-]+$"
    }
  },
  "required": ["path"]
}`,
  },
  {
    row: "S1-11",
    name: "read_repo_file",
    part: "output",
    schema: `{
  "type": "object",
  "properties": {
    "content": {
      "type": "string",
      "description": "File contents"
    },
    "path": {
      "type": "string",
      "description": "Normalized path"
    },
    "size": {
      "type": "integer",
      "description": "File size in bytes"
    }
  },
  "required": ["content", "path"]
}`,
  },
  {
    row: "S1-21",
    name: "write_memory_entry",
    part: "input",
    schema: `{
  "type": "object",
  "properties": {
    "file": {
      "type": "string",
      "enum": ["progress_log.jsonl", "decisions.jsonl", "best_practices.md"],
      "description": "Target memory file"
    },
    "entry": {
      "type": "string",
      "description": "Content to append",
      "maxLength": 10000
    }
  },
  "required": ["file", "entry"]
}`,
  },
  {
    row: "S1-22",
    name: "write_memory_entry",
    part: "output",
    schema: `{
  "type": "object",
  "properties": {
    "success": {
      "type": "boolean"
    },
    "file": {
      "type": "string"
    },
    "bytes_written": {
      "type": "integer"
    }
  },
  "required": ["success", "file"]
}`,
  },
] as const;

/** Keeps what the requirement says too, in its order. We may say more, but nothing else. */
function commonPart(ours: JsonValue | undefined, theirs: JsonValue): JsonValue {
  if (!isJsonObject(theirs)) return ours ?? null;
  const given: JsonObject = isJsonObject(ours) ? ours : {};
  return Object.fromEntries(
    Object.entries(theirs).map(([key, value]) => {
      // A schema without the list requires nothing either.
      const missing = key === "required" ? [] : undefined;
      return [key, commonPart(own(given, key) ?? missing, value)];
    }),
  );
}

it.each(printed)("$row: $name declares the printed $part", async ({ name, part, schema }) => {
  await using folder = await openFolder();
  const tools = createWorkspaceTools({ root: folder.path, clock: createFakeClock() });
  const ours = tools.find((tool) => tool.name === name)?.contract[part];

  const common = commonPart(ours, parseJson(schema));

  expect(JSON.stringify(common)).toBe(JSON.stringify(parseJson(schema)));
});
