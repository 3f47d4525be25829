import { describe, expect, it } from "vitest";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import type { Ran } from "../../packages/testing/src/terminal.ts";
import { readGuide, runLine } from "./guide.ts";

const guide = await readGuide("guides/approve-one-tool.md");

/** The id and the digest printed on the page. */
const written = { id: /\b5f0c\b/, digest: /\b8d2a91c07be4\b/ };

interface Walk {
  readonly refused: Ran;
  readonly listed: Ran;
  readonly shown: Ran;
  readonly approved: Ran;
  readonly answered: Ran;
  readonly again: Ran;
  readonly other: Ran;
  readonly id: string;
}

function commandAt(index: number): string {
  return guide.commands[index] ?? "";
}

function idIn({ output }: Ran): string {
  return /"next":"toolcourt approvals show ([0-9a-f]{32})"/.exec(output)?.[1] ?? "";
}

function digestIn({ output }: Ran): string {
  return /^Digest: +([0-9a-f]{12})$/m.exec(output)?.[1] ?? "";
}

/** Follows the page from top to bottom, then tries forbidden steps. */
async function walk(folder: Folder): Promise<Walk> {
  await folder.write("toolcourt.yaml", guide.config);
  const [call, list, show] = [commandAt(0), commandAt(1), commandAt(2)];
  const [approve, callAgain] = [commandAt(3), commandAt(5)];
  const go = (line: string): Promise<Ran> => runLine(line, folder.path);
  const refused = await go(call);
  const id = idIn(refused);
  const listed = await go(list);
  const shown = await go(show.replace(written.id, id.slice(0, 4)));
  const yes = approve.replace(written.id, id.slice(0, 4)).replace(written.digest, digestIn(shown));
  return {
    id,
    refused,
    listed,
    shown,
    approved: await go(yes),
    answered: await go(callAgain),
    again: await go(callAgain),
    other: await go(callAgain.replace("Ada", "Grace")),
  };
}

/** Returns the kinds of the audit entries that name a request, in order. */
async function entriesAbout(id: string, folder: Folder): Promise<readonly (string | undefined)[]> {
  const { output } = await runLine("audit export", folder.path);
  const lines = output.split("\n").filter((line) => line.includes(id));
  return lines.map((line) => /"kind":"([\w.-]+)"/.exec(line)?.[1]);
}

// Every command opens a store with its own thread, which takes time on a busy machine.
describe("the guide to approve one tool", { timeout: 60_000 }, () => {
  it("has the commands run here, in this order", () => {
    expect(guide.commands.map((command) => command.split(" ").slice(0, 2).join(" "))).toEqual([
      "call hello",
      "approvals list",
      "approvals show",
      "approvals approve",
      "approvals deny",
      "call hello",
    ]);
  });

  it("holds the call, shows every byte, and runs it once after approval", async () => {
    await using folder = await openFolder();

    const walked = await walk(folder);

    expect(walked.refused).toMatchObject({ code: 1 });
    expect(walked.refused.output).toContain('"code":"approval-required"');
    expect(walked.listed.output).toContain(walked.id);
    expect(walked.shown.output).toContain('Arguments:\n{\n  "name": "Ada"\n}\n');
    expect(walked.approved).toMatchObject({ code: 0 });
    expect(walked.answered).toMatchObject({ code: 0 });
    expect(walked.answered.output).toContain("Hello, Ada!");
    for (const refused of [walked.again, walked.other]) {
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.output).toContain('"code":"approval-required"');
      expect(refused.output).not.toContain(walked.id);
    }
    expect(await entriesAbout(walked.id, folder)).toEqual([
      "approval.requested",
      "approval.shown",
      "approval.decided",
      "approval.consumed",
      "call.closed",
    ]);
  });

  it("accepts a denial, which stands", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": guide.config });
    const [call, deny] = [commandAt(0), commandAt(4)];
    const id = idIn(await runLine(call, folder.path));

    expect(await runLine(deny.replace(written.id, id.slice(0, 4)), folder.path)).toMatchObject({
      code: 0,
    });
    expect((await runLine(call, folder.path)).output).toContain('"code":"approval-denied"');
  });
});
