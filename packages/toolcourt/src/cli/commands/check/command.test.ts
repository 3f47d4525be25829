import { openFolder } from "@toolcourt/testing/folder";
import { type Ran, run } from "@toolcourt/testing/terminal";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";

// Every profile refuses a tool without a description.
const broken = tool({ name: "broken", description: "" });

function checkText(input: string | Uint8Array, ...args: readonly string[]): Promise<Ran> {
  return run(["check", "-", ...args], { input });
}

function checkTools(tools: unknown, ...args: readonly string[]): Promise<Ran> {
  return checkText(JSON.stringify(tools), ...args);
}

describe("toolcourt check", () => {
  it("exits 0 when every tool passes", async () => {
    const { code, output, errors } = await checkTools([tool()]);

    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toContain("stdin/get-forecast  callable");
    expect(output).toContain("1 tool: 1 callable, 0 not callable. 0 errors, 0 warnings.");
  });

  it("exits 1 when a tool breaks a rule, without affecting other tools", async () => {
    const { code, output } = await checkTools([tool(), 17, broken], "--json");

    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      tools: [
        { server: "stdin", name: "get-forecast", callable: true, findings: [] },
        { name: "", callable: false, digest: null, findings: [{ rule: "contract/readable" }] },
        { name: "broken", callable: false },
      ],
      summary: { tools: 3, callable: 1 },
    });
  });

  it.each([
    ["text", /^Nothing was judged: there is no tool in <stdin>\. Next: name a file/m],
    ["json", /"verdict":\{"kind":"nothing","exit":2,/],
    ["sarif", /"executionSuccessful":false/],
    ["junit", /tests="1" failures="0" errors="1"[^]*<error message="Nothing was judged/],
    ["github", /^::error title=toolcourt::Nothing was judged/m],
  ])("exits 2 for an empty list, and says so as %s", async (format, said) => {
    const { code, output } = await checkTools([], "--format", format);

    expect(code).toBe(2);
    expect(output).toMatch(said);
  });

  it("names the server after the file, or as --server says", async () => {
    await using folder = await openFolder({ "crm.json": JSON.stringify([tool()]) });

    const own = await run(["check", "crm.json", "--json"], { folder: folder.path });
    const given = await run(["check", "crm.json", "--json", "--server", "sales"], {
      folder: folder.path,
    });

    expect(JSON.parse(own.output)).toMatchObject({ tools: [{ server: "crm" }] });
    expect(JSON.parse(given.output)).toMatchObject({ tools: [{ server: "sales" }] });
  });

  it.each([
    ["a result", { tools: [tool()], nextCursor: "2" }],
    ["an answer", { jsonrpc: "2.0", id: 1, result: { tools: [tool()], nextCursor: "2" } }],
  ])("reports that %s with a next page is not the whole list", async (_, page) => {
    const { code, output, errors } = await checkTools(page, "--json");

    expect(code).toBe(0);
    expect(errors).toMatch(/^<stdin> is one page of a longer list: [^\n]*$/);
    expect(JSON.parse(output)).toMatchObject({ summary: { tools: 1 } });
  });

  it("finds duplicate names across all files of a server", async () => {
    await using folder = await openFolder({
      "a.json": JSON.stringify([tool()]),
      "b.json": JSON.stringify([tool()]),
    });

    const { output } = await run(["check", "a.json", "b.json", "--server", "x", "--json"], {
      folder: folder.path,
    });

    expect(JSON.parse(output)).toMatchObject({
      tools: [{ findings: [{ pointer: "/name" }] }, { findings: [{ pointer: "/name" }] }],
    });
  });

  it("writes no upstream control character to the terminal", async () => {
    const hostile = tool({ name: "\u001b[2J\u009b31m\u202eevil\n" });

    const text = await checkTools([hostile]);
    const json = await checkTools([hostile], "--json");

    // oxlint-disable-next-line no-control-regex -- this test is about control characters
    const raw = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;
    expect(text.output).not.toMatch(raw);
    expect(json.output).not.toMatch(raw);
    expect(JSON.parse(json.output)).toMatchObject({ tools: [{ name: hostile["name"] }] });
  });

  it("shows progress and clears it afterwards", async () => {
    const many = Array.from({ length: 130 }, (_, index) => ({ name: `t${index}` }));

    const { progress } = await checkTools(many);

    expect(progress).toEqual(["Judged 128 of 130 tools", ""]);
  });

  it("folds repeated findings of one rule in one tool", async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [`p${index}`, { type: "object" }]),
    );

    const { output } = await checkTools([
      tool({ inputSchema: { type: "object", properties, additionalProperties: false } }),
    ]);

    expect(output).toMatch(/and 5 more like this/);
  });
});

describe("toolcourt check of invalid input", () => {
  it.each([
    [
      "an empty file",
      "",
      /^<stdin>:1:1 Expected a value, but the text ends here\. \(json-invalid;/,
    ],
    ["a truncated file", '[{"name": "x"', /^<stdin>:1:14 Expected "," or "}", but the text ends/],
    ["a trailing comma", "[\n  {},\n]", /^<stdin>:3:1 Expected a value, but found "]"\. \(/],
    [
      "a key given twice",
      '[{"name":"a",\n "n\\u0061me":"b"}]',
      /^<stdin>:2:2 .*\(json-duplicate-key;/,
    ],
    ["a list of nothing known", '{"a":1}', /^<stdin> holds no list of tools\./],
    ["tools that are no list", '{"tools":{}}', /^<stdin> holds no list of tools\./],
    ["plain text", "hello", /^<stdin>:1:1 Expected a value, but found a letter\. \(/],
    [
      "two values on a line",
      "{} {}",
      /^<stdin>:1:4 Expected the end of the file or a new line, but found "{"\./,
    ],
  ])("refuses %s in one line with the position", async (_, input, complaint) => {
    const { code, output, errors } = await checkText(input);

    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toMatch(complaint);
    expect(errors).not.toContain("\n");
  });

  it("refuses bytes that are not UTF-8", async () => {
    const { code, errors } = await checkText(Uint8Array.of(0xff, 0xfe, 0x5b, 0x00));

    expect(code).toBe(2);
    expect(errors).toMatch(/^<stdin> is not UTF-8 text\./);
  });

  it("accepts a byte order mark", async () => {
    const { code } = await checkText(`\ufeff${JSON.stringify([tool()])}`);

    expect(code).toBe(0);
  });

  it.each([
    ["nothing.json", /^Cannot read nothing\.json: there is no such file\./],
    [".", /^Cannot read \.: it is a folder, not a file\./],
  ])("refuses to read %s", async (file, complaint) => {
    await using folder = await openFolder();

    const { code, errors } = await run(["check", file], { folder: folder.path });

    expect(code).toBe(2);
    expect(errors).toMatch(complaint);
  });

  it("reports a tool nested 100,000 levels deep as unreadable, and checks its neighbor as usual", async () => {
    const deep = `{"name":"deep","inputSchema":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;

    const { code, output } = await checkText(`[${deep},${JSON.stringify(tool())}]`, "--json");

    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      tools: [{ name: "deep", digest: null }, { callable: true }],
    });
  });

  it.each([
    [[""], /^Name a file, or - for standard input\./],
    [["-", "--server", ""], /^Give --server a name\./],
    [["-", "--overlays", ""], /^Give --overlays a folder\./],
  ])("refuses the empty flag value in %j", async (args, complaint) => {
    const { code, errors } = await run(["check", ...args], { input: "[]" });

    expect(code).toBe(2);
    expect(errors).toMatch(complaint);
  });

  it("refuses to write overlays for local tools", async () => {
    const { code, errors } = await checkTools([broken], "--fix", "--server", "local");

    expect(code).toBe(2);
    expect(errors).toMatch(/^Local tools have no overlays/);
  });

  it("refuses two formats at once", async () => {
    const { code, errors } = await checkTools([tool()], "--json", "--format", "sarif");

    expect(code).toBe(2);
    expect(errors).toMatch(/^Give either --json or --format\./);
  });

  it("refuses an unknown profile and suggests the nearest one", async () => {
    const { code, errors } = await checkTools([tool()], "--profile", "agent-hint");

    expect(code).toBe(2);
    expect(errors).toMatch(/^There is no profile "agent-hint"\. Did you mean "agent-hints"\?/);
  });
});
