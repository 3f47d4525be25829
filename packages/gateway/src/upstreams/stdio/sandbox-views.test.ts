import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { viewsOf } from "./sandbox-views.ts";

/** A folder `data` that the server `other` writes, and a link to it from elsewhere. */
async function openShared() {
  const folder = await openFolder({ "data/reports/a": "", "elsewhere/b": "" });
  await symlink(join(folder.path, "data"), join(folder.path, "way"));
  const written = [{ server: "other", path: join(folder.path, "data") }];
  const deps = {
    server: "crm",
    folder: folder.path,
    packages: "/nowhere",
    hidden: async () => [],
    installing: {},
    written,
  };
  const shows = (path: string, server = "crm"): Promise<string> =>
    viewsOf({}, { read: [path], write: [] }, { ...deps, server }).then(
      () => "shown",
      (error: unknown) => String(error),
    );
  return { folder, shows };
}

describe("a path in a folder that another server writes", () => {
  it.each(["data/reports", "way/reports", "data/reports/a", "inner"])(
    "is not shown, as it could become a link: %s",
    async (path) => {
      const { folder, shows } = await openShared();
      await using _ = folder;
      await symlink(join(folder.path, "data/reports"), join(folder.path, "inner"));

      expect(await shows(path)).toContain("lies in a folder that 'other' writes");
      expect(await shows(path, "other")).toBe("shown");
    },
  );

  it("is not shown if it is a link already", async () => {
    const { folder, shows } = await openShared();
    await using _ = folder;
    await symlink(join(folder.path, "elsewhere"), join(folder.path, "data/link"));

    expect(await shows("data/link")).toContain("lies in a folder that 'other' writes");
  });

  it("is shown as a whole, and beside it", async () => {
    const { folder, shows } = await openShared();
    await using _ = folder;
    await mkdir(join(folder.path, "database"));

    for (const path of ["data", "way", "database", "elsewhere", "."]) {
      expect(await shows(path)).toBe("shown");
    }
  });
});
