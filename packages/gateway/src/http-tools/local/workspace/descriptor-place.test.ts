import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { pathBelow, placeOf } from "./descriptor-place.ts";

const nowhere = "/there/is/no/such/folder";

describe("placeOf", () => {
  it("finds the location of an open file without help of the system", async () => {
    await using folder = await openFolder({ "a.txt": "a" });
    const path = join(folder.path, "a.txt");
    await using file = await open(path);

    expect(await placeOf(file, path, nowhere)).toBe(path);
  });

  it("refuses if another file is at the path by now", async () => {
    await using folder = await openFolder({ "a.txt": "a", "b.txt": "b" });
    const path = join(folder.path, "a.txt");
    await using file = await open(path);
    await rename(join(folder.path, "b.txt"), path);

    await expect(placeOf(file, path, nowhere)).rejects.toMatchObject({ code: "path-refused" });
  });
});

describe("pathBelow", () => {
  it.each([
    { place: "/srv/root/a/b", path: "a/b" },
    { place: "/srv/root-2/a", path: undefined },
    { place: "/srv", path: undefined },
  ])("returns $path for $place (S1-36)", ({ place, path }) => {
    expect(pathBelow("/srv/root", place)).toBe(path);
  });

  it("accepts every path below the file system's root", () => {
    expect(pathBelow("/", "/a/b")).toBe("a/b");
  });
});
