import { expect, it } from "vitest";
import { openFolder } from "../testing/folder.ts";
import { run } from "../testing/terminal.ts";

// It opens a whole gateway, on machines that are busy with other tests.
it("refuses what lies over a local tool, with its place", { timeout: 10_000 }, async () => {
  await using folder = await openFolder({ "contracts/local/hello.yaml": "description: Greets.\n" });

  const { code, output, errors } = await run(["call", "hello"], { folder: folder.path });

  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(errors).toMatch(/^contracts\/local\/hello\.yaml:1:1 A local tool has no overlay: /);
  expect(errors).toContain("(overlay-invalid;");
});
