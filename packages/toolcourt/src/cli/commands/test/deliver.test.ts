import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openFolder } from "@toolcourt/testing/folder";
import { testFinding, testReport } from "@toolcourt/testing/test-report";
import { describe, expect, it } from "vitest";
import { openDelivery } from "./deliver.ts";

function openTerminal(folder: string) {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    progress: () => undefined,
    columns: 100,
    color: true,
  };
  return { out, err, place: { folder, terminal } };
}

describe("the delivery of a test report", () => {
  it("prints the report if no file is named", async () => {
    const { out, err, place } = openTerminal("/nowhere");
    const deliver = await openDelivery({ format: "text", output: undefined }, place);

    await deliver(testReport());

    expect(out.join("\n")).toContain("\u001b[32mfine");
    expect(err).toEqual([]);
  });

  it("writes the report to a file without colors, and prints the verdict", async () => {
    await using folder = await openFolder({});
    const { out, err, place } = openTerminal(folder.path);
    const deliver = await openDelivery({ format: "text", output: "out/report.txt" }, place);

    await deliver(testReport({ findings: [testFinding()] }));

    expect(await readFile(join(folder.path, "out/report.txt"), "utf8")).toMatch(
      /^ {2}error {2}test/,
    );
    expect({ out, err }).toEqual({
      out: [],
      err: ["Failed: 1 error. The report is in out/report.txt."],
    });
  });

  it.each([
    ["", { name: "UsageProblem" }],
    ["taken/out/report.html", { code: "write-failed" }],
  ])("refuses %j before testing if it cannot be written", async (output, error) => {
    await using folder = await openFolder({ taken: "a file" });
    const { place } = openTerminal(folder.path);

    await expect(openDelivery({ format: "html", output }, place)).rejects.toMatchObject(error);
  });
});
