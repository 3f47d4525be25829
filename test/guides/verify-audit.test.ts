import { beforeAll, describe, expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { readGuide, runLine } from "./guide.ts";

const guide = await readGuide("audit.md");

/** The page's checkpoint file, which is on another machine there. */
const elsewhere = "/mnt/elsewhere/checkpoints.txt";

const config = `toolbox:
  local: [workspace]
  tools: [{ name: hello }, { name: read_repo_file }, { name: write_memory_entry }]
audit: { checkpoints: checkpoints.txt }
`;

/** Returns a command of the page, adapted to the folder of a test. */
function command(start: string, part = ""): string {
  const found = guide.commands.find((line) => line.startsWith(start) && line.includes(part)) ?? "";
  return found.replace(elsewhere, "checkpoints.txt");
}

/** The reviewer's files: the key, the log and the checkpoints, and nothing else of the gateway. */
type Handed = Readonly<Record<string, string>>;

async function handOver(): Promise<{ readonly handed: Handed; readonly unfinished: number }> {
  await using folder = await openFolder({ "toolcourt.yaml": config });
  for (const name of ["Ada", "Grace"]) {
    await runLine(`call hello --args '{"name":"${name}"}'`, folder.path);
  }
  const [line = "", key = ""] = command("audit key").split(" > ");
  const { output } = await runLine(line, folder.path);
  await runLine(command("audit export"), folder.path);
  const log = await folder.read("audit.jsonl");
  const checkpoints = await folder.read("checkpoints.txt");
  const { code: unfinished } = await runLine(command("audit unfinished"), folder.path);
  return {
    handed: { [key]: output, "audit.jsonl": log, "checkpoints.txt": checkpoints },
    unfinished,
  };
}

/** Verifies on another machine, with and without the checkpoints. */
async function verify(handed: Handed) {
  await using folder = await openFolder(handed);
  const alone = await runLine(command("audit verify"), folder.path);
  const held = await runLine(command("audit verify", "--checkpoint"), folder.path);
  return { alone, held };
}

// Every command on the log opens a store with its own thread, which takes time on a busy machine.
const patience = 60_000;
let made: Awaited<ReturnType<typeof handOver>> = { handed: {}, unfinished: -1 };
beforeAll(async () => {
  made = await handOver();
}, patience);

describe("the audit log page", () => {
  it("has the commands run here, in this order", () => {
    const actions = guide.commands.map((line) => line.split(" ").slice(0, 2).join(" "));

    expect(actions.slice(0, 4)).toEqual([
      "audit key",
      "audit export",
      "audit verify",
      "audit verify",
    ]);
  });

  it("verifies an export, and needs a checkpoint for its end", async () => {
    const { alone, held } = await verify(made.handed);

    expect(alone).toMatchObject({ code: 0 });
    expect(alone.output).toMatch(
      /^9 rows, all in place\.\nRows 1 to 9 are signed in the export\.\n/,
    );
    expect(alone.output).toContain("No external checkpoint was given");
    expect(held).toMatchObject({ code: 0 });
    expect(held.output).not.toContain("No external checkpoint");
  });

  it("detects a changed byte and names the row", async () => {
    const text = made.handed["audit.jsonl"] ?? "";
    const at = text.indexOf('"bytes":', text.indexOf('"sequence":3,')) + '"bytes":'.length;
    const other = text[at] === "1" ? "2" : "1";

    const { alone } = await verify({
      ...made.handed,
      "audit.jsonl": `${text.slice(0, at)}${other}${text.slice(at + 1)}`,
    });

    expect(alone.code).toBe(1);
    expect(alone.output).toMatch(/^Row 3: /);
  });

  it("detects missing newest rows by an outside checkpoint", async () => {
    const lines = (made.handed["audit.jsonl"] ?? "").split("\n");
    const [header = "", ...kept] = lines.slice(
      0,
      // The start of the second gateway: the first one signed its rows when it stopped.
      lines.findIndex((line) => line.startsWith('{"sequence":5,')),
    );
    const fewer = header.replace(/"rows":\d+,"checkpoints":\d+/, '"rows":4,"checkpoints":1');

    const { alone, held } = await verify({
      ...made.handed,
      "audit.jsonl": `${[fewer, ...kept].join("\n")}\n`,
    });

    expect([alone.code, held.code]).toEqual([0, 1]);
  });

  it("finds no unfinished call", () => {
    expect(made.unfinished).toBe(0);
  });
});
