import { mkdir, realpath, symlink } from "node:fs/promises";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { isWithin } from "../../upstreams/stdio/paths.ts";
import { pathsShownTo } from "./shown-paths.ts";

describe("the paths that a box shows", () => {
  it("are the module's folder, its packages and those they link, and no more", async () => {
    await using folder = await openFolder({
      "toolcourt.yaml": "",
      ".env": "TOKEN=1",
      "package.json": "{}",
      "tools/discover.ts": "",
      "tools/node_modules/inner/index.js": "",
      "node_modules/outer/index.js": "",
      "linked/scoped/index.js": "",
      "linked/plain/index.js": "",
      "linked/other/index.js": "",
    });
    const path = await realpath(folder.path);
    await mkdir(`${path}/node_modules/@scope`);
    await symlink(`${path}/linked/scoped`, `${path}/node_modules/@scope/scoped`);
    await symlink(`${path}/linked/plain`, `${path}/node_modules/plain`);
    await symlink(`${path}/linked/nowhere`, `${path}/node_modules/broken`);

    const { folders, copies } = await pathsShownTo(`${path}/tools/discover.ts`);

    expect(folders.filter((each) => each.startsWith(path)).toSorted()).toEqual(
      ["linked/plain", "linked/scoped", "node_modules", "tools"].map((each) => `${path}/${each}`),
    );
    expect(copies.filter((each) => each.startsWith(path))).toEqual([`${path}/package.json`]);
  });
});

it.each([
  ["/a", "/a", true],
  ["/a", "/a/b", true],
  ["/a", "/ab", false],
  ["/a/b", "/a", false],
  ["/a", "/a/..b", true],
])("%s holds %s: %s", (folder, path, expected) => {
  expect(isWithin(folder, path)).toBe(expected);
});
