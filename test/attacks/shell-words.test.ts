import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { createWorkspaceTools } from "../../packages/gateway/src/http-tools/local/workspace/workspace-tools.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { openRunningGateway } from "./running-gateway.ts";

// Texts that a shell, an option parser or printf would act on. Each would leave a file behind.
const words = [
  "; touch pwned",
  "&& touch pwned",
  "| touch pwned",
  "|| touch pwned",
  "& touch pwned &",
  "$(touch pwned)",
  "`touch pwned`",
  '"; touch pwned; "',
  "'; touch pwned; '",
  "\ntouch pwned\n",
  "> pwned",
  ">> pwned",
  "<(touch pwned)",
  "${IFS}touch${IFS}pwned",
  "-rf",
  "--output=pwned",
  "-o pwned",
  "--",
  "-e require('fs').writeFileSync('pwned','')",
  "%s%n%x",
  "*",
  "~",
  "$HOME",
  "\\",
  "",
];

const program = fileURLToPath(new URL("./stdio-echo.ts", import.meta.url));

function configIn(folder: string): string {
  // The configuration's own references are written as ${NAME}, and a plain ${ as $${.
  const plain = words.map((word) => word.replaceAll("${", () => "$${"));
  const args = ["--conditions=@toolcourt/source", program, ...plain];
  return `toolbox:
  mcps:
    - name: echo
      transport: stdio
      command: ${JSON.stringify(execPath)}
      args: ${JSON.stringify(args)}
      cwd: ${JSON.stringify(folder)}
      mode: dynamic
      default_tool_config: {}
      profile: [registry]
`;
}

function structuredIn({ result }: JsonObject): JsonValue | undefined {
  return isJsonObject(result) ? own(result, "structuredContent") : undefined;
}

function isError({ result }: JsonObject): boolean {
  return isJsonObject(result) && own(result, "isError") === true;
}

/** Returns our own tool's message. */
function messageIn(answer: JsonObject): JsonValue | undefined {
  const structured = structuredIn(answer);
  return isJsonObject(structured) ? own(structured, "message") : undefined;
}

describe("shell metacharacters", () => {
  it("SECURITY 31: reach a stdio server verbatim, at its start and in every call", async () => {
    await using folder = await openFolder();
    await using running = await openRunningGateway(configIn(folder.path));

    for (const text of words) {
      const answer = await running.call("echo-text", { text });

      expect(structuredIn(answer)).toEqual({ text, started: words });
    }

    expect(await folder.files()).toEqual([]);
  });

  it("SECURITY 31: are plain data to our own tools, or are refused", async () => {
    await using folder = await openFolder({ "notes.txt": "hello" });
    const local = createWorkspaceTools({ root: folder.path, clock: systemClock });
    const config = `toolbox:
  local: [workspace]
  tools:
    - { name: hello }
    - { name: read_repo_file }
    - { name: write_memory_entry, approval: none }
`;
    await using running = await openRunningGateway(config, { local });

    expect(messageIn(await running.call("hello", { name: "Ada" }))).toBe("Hello, Ada!");
    for (const word of words) {
      const read = await running.call("read_repo_file", { path: word });
      const written = await running.call("write_memory_entry", { file: word, entry: "{}" });
      const greeting = await running.call("hello", { name: word });

      expect([read, written].map(isError)).toEqual([true, true]);
      expect([true, `Hello, ${word}!`]).toContain(isError(greeting) || messageIn(greeting));
    }

    expect(await folder.files()).toEqual(["notes.txt"]);
  });

  it("SECURITY 31: are not interpreted in a server's command: an unknown program stops the start", async () => {
    await using folder = await openFolder();
    const config = `toolbox:
  mcps:
    - { name: bad, transport: stdio, command: "true; touch pwned", cwd: ${JSON.stringify(folder.path)}, mode: dynamic, default_tool_config: {} }
`;

    await expect(openRunningGateway(config, { searchPath: "/usr/bin:/bin" })).rejects.toMatchObject(
      { code: "server-unreachable" },
    );
    expect(await folder.files()).toEqual([]);
  });
});
