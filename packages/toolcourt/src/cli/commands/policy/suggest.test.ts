import { join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@toolcourt/sdk";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";

const program = fileURLToPath(
  new URL("../../../../../testing/src/programs/listed-server.ts", import.meta.url),
);

const text = { type: "string", maxLength: 100 };
const schema = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  additionalProperties: false,
});

const sendMail = tool({
  name: "send_mail",
  inputSchema: schema({
    recipients: { type: "array", items: { ...text, format: "email" } },
    body: text,
  }),
  annotations: {},
  _meta: { "dev.toolcourt/contract": { effect: "write" } },
});
const readInbox = tool({
  name: "read_inbox",
  inputSchema: schema({}),
  outputSchema: schema({ body: text, token: text }),
  _meta: {
    "dev.toolcourt/contract": {
      effect: "read",
      reach: "internal",
      output: { "/body": { origin: "third-party" }, "/token": { sensitivity: "secret" } },
    },
  },
});
const deleteMail = tool({
  name: "delete_mail",
  inputSchema: schema({ id: text }),
  _meta: {
    "dev.toolcourt/contract": {
      effect: "destroy",
      reach: "internal",
      input: { "/id": { role: "target", kind: "mail-id" } },
      output: { "/celsius": { origin: "first-party" } },
    },
  },
});

async function openProject(tools: readonly JsonObject[], more = ""): Promise<Folder> {
  const folder = await openFolder({ "tools.json": JSON.stringify(tools) });
  const [node, listed, file] = [execPath, program, join(folder.path, "tools.json")].map((each) =>
    JSON.stringify(each),
  );
  const config = `toolbox:
  local: []
  mcps:
    - name: mail
      mode: dynamic
      default_tool_config: {}
      transport: stdio
      command: ${node}
      args: [${listed}, ${file}]
${more}`;
  await folder.write("other.yaml", config);
  return folder;
}

// Each run starts a server, which is slow while other tests load the machine.
const slow = { timeout: 30_000 };

describe("toolcourt policy suggest", slow, () => {
  it("prints the statements that fit, and the tools whose contracts leave values open", async () => {
    await using folder = await openProject([sendMail, readInbox, deleteMail]);
    const { path } = folder;
    const { code, output, errors } = await run(["policy", "suggest", "-c", "other.yaml"], {
      folder: path,
    });
    const judged = await run(["policy", "test", "-"], { folder: path, input: `${output}\n` });

    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect([...output.matchAll(/^ {2}- id: (\S+)$/gm)].map(([, id]) => id)).toEqual([
      "no-exfiltration",
      "no-private-content",
      "destroy-asks",
      "few-messages",
    ]);
    expect(output.match(/^ {4}mode: observe$/gm)).toHaveLength(4);
    expect(output).toContain("#   mail:\n#     mail/send_mail\n");
    expect(
      output,
    ).toContain(`# mail: what contracts do not say is guessed, or taken for a stranger's.
#   no stated roles:
#     send_mail
#   no stated origins:
#     send_mail
#   no stated reach, so outside; write \`reach: internal\` where no data can leave:
#     send_mail
#   Next: toolcourt adopt mail -c other.yaml
`);
    expect(judged.output).toMatch(/^- is in order: 1 statement, 4 sequences/);
    expect(judged.code).toBe(0);
  });

  it("allows nothing where there is a policy, and writes no file twice", async () => {
    await using folder = await openProject([sendMail], "policy: { file: policy.yaml }\n");
    const { path } = folder;
    await folder.write("policy.yaml", "version: 1\n...\n");
    const args = ["policy", "suggest", "-c", "other.yaml", "--write", "new.yaml"];
    const first = await run(args, { folder: path });
    const written = await folder.read("new.yaml");
    const second = await run(args, { folder: path });
    const judged = await run(["policy", "test", "new.yaml"], { folder: path });

    expect(first).toMatchObject({ code: 0, errors: "" });
    expect(first.output).toBe(
      "Wrote new.yaml. (next: toolcourt policy test new.yaml -c other.yaml)",
    );
    expect(written).toContain("# You have a policy: add `sequences` to it.");
    expect(written).toContain("# No contract marks a field of a result with `sensitivity`");
    expect(written).not.toContain("statements:");
    expect(second.code).toBe(2);
    expect(second.errors).toContain("new.yaml");
    expect(await folder.read("new.yaml")).toBe(written);
    expect(judged.output).toMatch(/^new\.yaml is in order: 0 statements, 3 sequences/);
  });

  it("keeps names that are no plain words out of the file", async () => {
    const strange = tool({ ...sendMail, name: "send mail\n- id: x" });
    await using folder = await openProject([strange]);
    const { output } = await run(["policy", "suggest", "-c", "other.yaml"], {
      folder: folder.path,
    });

    expect(output).not.toContain("- id: x");
    expect(output).toContain("#   mail:\n#     1 more\n");
  });

  it.each([
    ["no tool", [], "the configuration has no tools."],
    ["only tools that read inside", [readInbox], "no tool changes anything, destroys anything or"],
  ])("exits 1 with %s", async (_, tools, why) => {
    await using folder = await openProject(tools);
    const { code, output, errors } = await run(["policy", "suggest", "-c", "other.yaml"], {
      folder: folder.path,
    });

    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toContain(`Nothing to suggest: ${why}`);
    expect(errors).toContain("(next: toolcourt tools -c other.yaml)");
  });
});

describe("toolcourt policy suggest, of a shape", () => {
  it("prints a starter policy without any server", async () => {
    const plain = await run(["policy", "suggest", "--shape", "mail"]);
    const json = await run(["policy", "suggest", "--shape", "mail", "--json"]);

    expect(plain).toMatchObject({ code: 0, errors: "" });
    expect(plain.output).toMatch(/^# Tools for mail\.\n.*no-exfiltration.*\n\.\.\.$/s);
    expect(JSON.parse(json.output)).toEqual({ policy: `${plain.output}\n` });
  });

  it.each([
    [["policy", "suggest", "policy.yaml"], "suggest takes no file. Write to one with --write."],
    [["policy", "suggest", "--shape", "males"], "--shape"],
    [["policy", "suggest", "--shape", "mail", "--json", "--write", "a"], "not both"],
  ])("refuses %j", async (args, problem) => {
    const { code, errors } = await run(args);

    expect(code).toBe(2);
    expect(errors).toContain(problem);
  });
});
