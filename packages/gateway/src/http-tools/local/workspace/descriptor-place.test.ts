import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFolder } from "../../../testing/folder.ts";
import { pathBelow, placeOf } from "./descriptor-place.ts";

const nowhere = "/there/is/no/such/folder";

describe("placeOf", () => {
  it("finds the place of an open file where the system does not tell it", async () => {
    await using folder = await openFolder({ "a.txt": "a" });
    const path = join(folder.path, "a.txt");
    await using file = await open(path);

    expect(await placeOf(file, path, nowhere)).toBe(path);
  });

  it("refuses when another file lies there by now", async () => {
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
  ])("gives $path for $place (S1-36)", ({ place, path }) => {
    expect(pathBelow("/srv/root", place)).toBe(path);
  });

  it("lets everything be below the root of the system", () => {
    expect(pathBelow("/", "/a/b")).toBe("a/b");
  });
});
