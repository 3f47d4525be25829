import { describe, expect, it } from "vitest";
import { editList } from "./edit-list.ts";

const entry = { url: "http://127.0.0.1:7420/mcp" };

function edit(text: string, removed: readonly string[] = [], file = "mcp.json") {
  const path = [file.endsWith(".toml") ? "mcp_servers" : "mcpServers"];
  const taken = removed.map((name) => ({ path, name }));
  return editList(text, { path, name: "gate", entry, removed: taken }, file);
}

const line = '"gate": {"url":"http://127.0.0.1:7420/mcp"}';
const lines = '"gate": {\n      "url": "http://127.0.0.1:7420/mcp"\n    }';

describe("editList, in JSON", () => {
  it.each([
    [
      "no file",
      "",
      `{\n  "mcpServers": {\n    "gate": {\n      "url": "http://127.0.0.1:7420/mcp"\n    }\n  }\n}\n`,
    ],
    ["one line", '{"mcpServers":{"a":{}}}', `{"mcpServers":{"a":{}, ${line}}}`],
    [
      "a comment behind the last entry",
      '{\n  "mcpServers": {\n    "a": {} // the first\n  }\n}',
      `{\n  "mcpServers": {\n    "a": {}, // the first\n    ${lines}\n  }\n}`,
    ],
    [
      "a trailing comma",
      '{\n  "mcpServers": {\n    "a": {}, /* first */\n    // more to come\n  }\n}',
      `{\n  "mcpServers": {\n    "a": {}, /* first */\n    ${lines},\n    // more to come\n  }\n}`,
    ],
    [
      "a comment of several lines behind the last entry",
      '{\n  "mcpServers": {\n    "a": {} /* one\n two */\n  }\n}',
      `{\n  "mcpServers": {\n    "a": {},\n    ${lines} /* one\n two */\n  }\n}`,
    ],
    [
      "a list with nothing but a comment",
      '{\n  "mcpServers": {\n    // none yet\n  }\n}',
      `{\n  "mcpServers": {\n    // none yet\n    ${lines}\n  }\n}`,
    ],
    [
      "an empty list, and line ends of Windows",
      '{\r\n  "mcpServers": {}\r\n}\r\n',
      `{\r\n  "mcpServers": {\r\n    ${lines.replaceAll("\n", "\r\n")}\r\n  }\r\n}\r\n`,
    ],
    [
      "no list",
      '{\n  "theme": "dark"\n}',
      '{\n  "theme": "dark",\n  "mcpServers": {\n    "gate": {\n      "url": "http://127.0.0.1:7420/mcp"\n    }\n  }\n}',
    ],
    [
      "an older entry",
      '{\n  "mcpServers": {\n    "gate": { "url": "http://old" }, // ours\n    "a": {}\n  }\n}',
      `{\n  "mcpServers": {\n    ${lines}, // ours\n    "a": {}\n  }\n}`,
    ],
    [
      "tabs, a byte order mark and slashes in texts",
      '\uFEFF{\n\t"mcpServers": {\n\t\t"a": { "url": "http://a/*b*/" }\n\t}\n}',
      `\uFEFF{\n\t"mcpServers": {\n\t\t"a": { "url": "http://a/*b*/" },\n\t\t"gate": {\n\t\t\t"url": "http://127.0.0.1:7420/mcp"\n\t\t}\n\t}\n}`,
    ],
  ])("adds an entry to a file with %s", async (_what, text, edited) => {
    expect(await edit(text)).toBe(edited);
  });

  it.each([
    ['{"mcpServers":{"a":{},"b":{}}}', ["b"], `{"mcpServers":{"a":{},${line}}}`],
    ['{"mcpServers":{"a":{"k":[1,{"x":"}"}]},"b":{}}}', ["a", "b"], `{"mcpServers":{${line}}}`],
    [
      '{\n  "mcpServers": {\n    // first\n    "a": {\n      "k": 1\n    },\n    "b": {}, // second\n    "c": {},\n  }\n}',
      ["a", "b"],
      `{\n  "mcpServers": {\n    // first\n    // second\n    "c": {},\n    ${lines},\n  }\n}`,
    ],
    [
      '{\n  "mcpServers": {\n    "gate": {},\n    "a": {} // last\n  }\n}',
      ["a"],
      `{\n  "mcpServers": {\n    ${lines}\n    // last\n  }\n}`,
    ],
  ])("takes entries out of %j", async (text, removed, edited) => {
    expect(await edit(text, removed)).toBe(edited);
  });

  it.each(['{"mcpServers": []}', '{"mcpServers": "none"}', "[]"])(
    "leaves %s alone",
    async (text) => {
      expect(await edit(text)).toBeUndefined();
    },
  );
});

const table = '[mcp_servers.gate]\nurl = "http://127.0.0.1:7420/mcp"\n';

describe("editList, in TOML", () => {
  it.each([
    ["", [], table],
    ['model = "x"', [], `model = "x"\n\n${table}`],
    [
      'a = 1 # one\n\n[mcp_servers.a]\ncommand = "a"\n',
      [],
      `a = 1 # one\n\n[mcp_servers.a]\ncommand = "a"\n\n${table}`,
    ],
    [
      '[mcp_servers.gate]\nurl = "http://old"\n\n# about tui\n[tui]\ntheme = "dark"\n',
      [],
      `# about tui\n[tui]\ntheme = "dark"\n\n${table}`,
    ],
    [
      '# mine\n[mcp_servers.a]\ncommand = "a" # runs a\n\n  [mcp_servers.a.env]\n  K = "v"\n\n[tui]\nx = 1\n',
      ["a"],
      `# mine\n# runs a\n\n[tui]\nx = 1\n\n${table}`,
    ],
    [
      '[mcp_servers]\na = { command = "a" }\nb.command = "b"\nc = { command = "c" }\n',
      ["a", "b"],
      `[mcp_servers]\nc = { command = "c" }\n\n${table}`,
    ],
    [
      '[mcp_servers."a"]\r\nargs = [\r\n  "x", # [mcp_servers.b]\r\n]\r\n\r\n[tui]\r\n',
      ["a"],
      `[tui]\r\n\r\n${table.replaceAll("\n", "\r\n")}`,
    ],
  ])("edits %j", async (text, removed, edited) => {
    expect(await edit(text, removed, "config.toml")).toBe(edited);
  });

  it("leaves a list in braces alone", async () => {
    const text = 'mcp_servers = { a = { command = "a" } }\n';

    expect(await edit(text, [], "config.toml")).toBeUndefined();
  });
});
