import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { expect, it } from "vitest";

// Opens a whole gateway, which is slow while other tests load the machine.
it("refuses an overlay for a local tool and names the file", async () => {
  await using folder = await openFolder({ "contracts/local/hello.yaml": "description: Greets.\n" });

  const { code, output, errors } = await run(["call", "hello"], { folder: folder.path });

  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(errors).toMatch(/^contracts\/local\/hello\.yaml:1:1 A local tool has no overlay: /);
  expect(errors).toContain("(overlay-invalid;");
});
