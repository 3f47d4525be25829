import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openFolder } from "@toolcourt/testing/folder";
import { type Ran, run } from "@toolcourt/testing/terminal";
import { tool } from "@toolcourt/testing/tool";
import { describe, expect, it } from "vitest";

// Lacks terms, some of which --fix can add and one only a person can.
const bare = tool({ name: "bare", _meta: {} });

const file = JSON.stringify([bare, tool({ name: "../../escape", _meta: {} })]);

function fix(folder: string, ...args: readonly string[]): Promise<Ran> {
  return run(["check", "crm.json", "--profile", "agent-hints", "--fix", ...args], { folder });
}

function fixBy(folder: string, profile: string): Promise<Ran> {
  return run(["check", "crm.json", "--profile", profile, "--fix"], { folder });
}

describe("toolcourt check --fix", () => {
  it("writes overlays next to the server's file, and lists them", async () => {
    await using folder = await openFolder({ "crm.json": file });

    const { errors } = await fix(folder.path);

    expect(await folder.files()).toEqual([
      "contracts/crm/%2E.%2F..%2Fescape.yaml",
      "contracts/crm/bare.yaml",
      "crm.json",
    ]);
    expect(errors).toMatch(/^Wrote contracts\/crm\/bare\.yaml for terms\//);
    expect(await folder.read("crm.json")).toBe(file);
  });

  it("checks the tools with the new overlays", async () => {
    await using folder = await openFolder({ "crm.json": file });

    const before = await run(["check", "crm.json", "--profile", "agent-hints", "--json"], {
      folder: folder.path,
    });
    const after = await fix(folder.path, "--json");

    expect(errorsIn(after)).toBeLessThan(errorsIn(before));
    expect(errorsIn(after)).toBeGreaterThan(0);
  });

  it("changes nothing on a second run", async () => {
    await using folder = await openFolder({ "crm.json": file });
    await fix(folder.path);
    const written = await folder.read("contracts/crm/bare.yaml");

    const { errors } = await fix(folder.path);

    expect(errors).toMatch(/^Nothing to write:/);
    expect(await folder.read("contracts/crm/bare.yaml")).toBe(written);
  });

  it("loses no change when two runs write the same overlays at once", async () => {
    await using together = await openFolder({ "crm.json": file });
    await using inTurn = await openFolder({ "crm.json": file });

    await Promise.all([
      fixBy(together.path, "agent-hints"),
      fixBy(together.path, "workspace"),
      fixBy(together.path, "agent-hints"),
    ]);
    await fixBy(inTurn.path, "agent-hints");
    await fixBy(inTurn.path, "workspace");

    expect(await together.files()).toEqual(await inTurn.files());
    expect(linesOf(await together.read("contracts/crm/bare.yaml"))).toEqual(
      linesOf(await inTurn.read("contracts/crm/bare.yaml")),
    );
  });

  it("keeps handwritten content and comments", async () => {
    const ours = "# reviewed\nterms:\n  cacheable: true # measured\n  cacheTTL: 60\n";
    await using folder = await openFolder({ "crm.json": file, "contracts/crm/bare.yaml": ours });

    await fix(folder.path);

    expect(await folder.read("contracts/crm/bare.yaml")).toContain(ours);
  });

  it("reports missing write permission in one line", async () => {
    // A file in place of the folder. Unlike permissions, this also stops root.
    await using folder = await openFolder({ "crm.json": file, "here/crm": "in the way" });

    const { code, errors } = await fix(folder.path, "--overlays", "here");

    expect(code).toBe(2);
    expect(errors).toMatch(
      /^Cannot write here\/crm\/bare\.yaml: a part of its path is a file, not a folder\. \(write-failed;/,
    );
  });

  it("leaves the overlay of a tool alone if its name differs only in case", async () => {
    const theirs = "description: theirs\n";
    await using folder = await openFolder({ "crm.json": file, "contracts/crm/Bare.yaml": theirs });

    const { code, errors } = await fix(folder.path);

    expect(code).toBe(2);
    expect(errors).toMatch(
      /^Cannot write contracts\/crm\/bare\.yaml: another overlay has the same name/,
    );
    expect(await folder.read("contracts/crm/Bare.yaml")).toBe(theirs);
  });

  it.each([
    ["the folder of a server", "contracts/crm", "outside"],
    ["an overlay", "contracts/crm/bare.yaml", "outside/bare.yaml"],
  ])("does not write through a symlink in place of %s", async (_, link, target) => {
    const theirs = "description: theirs\n";
    await using folder = await openFolder({ "crm.json": file, "outside/bare.yaml": theirs });
    await mkdir(dirname(join(folder.path, link)), { recursive: true });
    await symlink(join(folder.path, target), join(folder.path, link));

    const { code, errors } = await fix(folder.path);

    expect(code).toBe(2);
    expect(errors).toMatch(/^Cannot write contracts\/crm\/bare\.yaml: it is a symbolic link/);
    expect(await folder.files()).toEqual(["crm.json", "outside/bare.yaml"]);
    expect(await folder.read("outside/bare.yaml")).toBe(theirs);
  });
});

describe("overlays of toolcourt check", () => {
  it("are applied before the rules, and change the digest", async () => {
    await using folder = await openFolder({
      "crm.json": JSON.stringify([tool({ description: "" })]),
      "ours/crm/get-forecast.yaml": `description: ${JSON.stringify(tool()["description"])}\n`,
    });

    const without = await run(["check", "crm.json", "--json"], { folder: folder.path });
    const laid = await run(["check", "crm.json", "--json", "--overlays", "ours"], {
      folder: folder.path,
    });

    expect(without.code).toBe(1);
    expect(laid.code).toBe(0);
    expect(digestIn(laid)).not.toBe(digestIn(without));
  });

  it("are refused with file, line and column if they contain an unknown term", async () => {
    await using folder = await openFolder({
      "crm.json": file,
      "contracts/crm/bare.yaml": "terms:\n  tgas: [a]\n",
    });

    const { code, errors } = await run(["check", "crm.json"], { folder: folder.path });

    expect(code).toBe(2);
    expect(errors).toMatch(
      /^contracts\/crm\/bare\.yaml:2:3 There is no such term.*\(overlay-invalid;/,
    );
  });

  it("must exist in the folder given with --overlays", async () => {
    await using folder = await openFolder({ "crm.json": file });

    const { code, errors } = await run(["check", "crm.json", "--overlays", "nowhere"], {
      folder: folder.path,
    });

    expect(code).toBe(2);
    expect(errors).toMatch(/^Cannot read nowhere: there is no such file\./);
  });
});

it("refuses an overlay that would take seconds to parse", async () => {
  await using folder = await openFolder({
    "crm.json": file,
    "contracts/crm/bare.yaml": "#\n".repeat(600_000),
  });

  const { code, errors } = await run(["check", "crm.json"], { folder: folder.path });

  expect(code).toBe(2);
  expect(errors).toMatch(/^contracts\/crm\/bare\.yaml is larger than 1 MB\. \(file-too-large;/);
});

it("refuses --overlays if it is not a folder", async () => {
  await using folder = await openFolder({ "crm.json": file, ours: "" });

  const { code, errors } = await run(["check", "crm.json", "--overlays", "ours"], {
    folder: folder.path,
  });

  expect(code).toBe(2);
  expect(errors).toMatch(/^Cannot read ours: it is not a folder\./);
});

describe("toolcourt check --max-warnings", () => {
  const warned = JSON.stringify([tool({ inputSchema: { type: "object" } })]);

  it.each([
    ["0", 1],
    ["100", 0],
  ])("with a limit of %s exits %i", async (most, exit) => {
    const { code } = await run(["check", "-", "--max-warnings", most], { input: warned });

    expect(code).toBe(exit);
  });

  it.each(["-1", "many", "1.5", ""])("refuses %j", async (most) => {
    const { code, errors } = await run(["check", "-", `--max-warnings=${most}`], { input: warned });

    expect(code).toBe(2);
    expect(errors).toMatch(/^Give --max-warnings a whole number from 0 to 999999999\./);
  });
});

function errorsIn({ output }: Ran): number {
  return readSummary(output).errors;
}

function digestIn({ output }: Ran): string | undefined {
  return readSummary(output).digest;
}

function readSummary(output: string): {
  readonly errors: number;
  readonly digest: string | undefined;
} {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape is pinned in check.test.ts
  const { summary, tools } = JSON.parse(output) as {
    summary: { errors: number };
    tools: { digest: string }[];
  };
  return { errors: summary.errors, digest: tools[0]?.digest };
}

/** Sorted, because the order depends on a race. */
function linesOf(text: string): readonly string[] {
  return text.split("\n").toSorted();
}
