import { chmod, chown, link, readFile, rename, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getgroups, getuid } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { openClientFile, replaceClientFile, restoreClientFile } from "./client-file.ts";

const uid = getuid?.();

async function openOne(text = "before") {
  const folder = await openFolder({ "mcp.json": text });
  return { folder, path: join(folder.path, "mcp.json") };
}

describe("replaceClientFile", () => {
  it("keeps the mode, and a backup that only its owner reads", async () => {
    const { folder, path } = await openOne();
    await using _ = folder;
    await chmod(path, 0o664);

    const backup = await replaceClientFile(await openClientFile(path, uid), "after", systemClock);

    expect(await readFile(path, "utf8")).toBe("after");
    expect((await stat(path)).mode & 0o777).toBe(0o664);
    expect(await readFile(backup, "utf8")).toBe("before");
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    expect(await folder.files()).toHaveLength(2);
  });

  it("keeps the group, which may read what the group of new files may not", async () => {
    const { folder, path } = await openOne();
    await using _ = folder;
    // Root may give a file to any group, and others to theirs.
    const gid = uid === 0 ? 12_345 : (getgroups?.().at(-1) ?? 0);
    await chown(path, uid ?? 0, gid);
    await chmod(path, 0o660);

    const backup = await replaceClientFile(await openClientFile(path, uid), "after", systemClock);

    expect(await stat(path)).toMatchObject({ gid, mode: 0o100660 });
    expect((await stat(backup)).mode & 0o777).toBe(0o600);

    await restoreClientFile(await openClientFile(path, uid), systemClock);
    expect(await stat(path)).toMatchObject({ gid, mode: 0o100660 });
  });

  it("changes nothing if the file was written since it was read", async () => {
    const { folder, path } = await openOne();
    await using _ = folder;
    const read = await openClientFile(path, uid);
    await writeFile(path, "by the client");

    await expect(replaceClientFile(read, "after", systemClock)).rejects.toThrow(
      "is being written by another program",
    );

    expect(await readFile(path, "utf8")).toBe("by the client");
    expect(await folder.files()).toEqual(["mcp.json"]);
  });

  it("replaces no file that was made meanwhile", async () => {
    await using folder = await openFolder();
    const path = join(folder.path, "mcp.json");
    const read = await openClientFile(path, uid);
    await writeFile(path, "by the client");

    await expect(replaceClientFile(read, "after", systemClock)).rejects.toThrow(
      "written by another program",
    );

    expect(await folder.files()).toEqual(["mcp.json"]);
    expect(await readFile(path, "utf8")).toBe("by the client");
  });
});

describe("restoreClientFile", () => {
  it("reads no backup that is a link", async () => {
    const { folder, path } = await openOne();
    await using _ = folder;
    const backup = await replaceClientFile(await openClientFile(path, uid), "after", systemClock);
    await rename(backup, join(folder.path, "elsewhere"));
    await symlink(join(folder.path, "elsewhere"), backup);

    await expect(restoreClientFile(await openClientFile(path, uid), systemClock)).rejects.toThrow(
      "There is nothing to take back",
    );
  });

  it("reads no backup that came with a project", async () => {
    const { folder, path } = await openOne();
    await using _ = folder;
    const made = await replaceClientFile(await openClientFile(path, uid), "after", systemClock);
    const planted = made.replace(/-1\.bak$/, "-9999.bak");
    await writeFile(planted, "theirs");
    await chmod(planted, 0o644);

    await restoreClientFile(await openClientFile(path, uid), systemClock);

    expect(await readFile(path, "utf8")).toBe("before");
    expect(await readFile(planted, "utf8")).toBe("theirs");
  });

  it("takes back several changes, the last one first, and leaves no backup", async () => {
    const { folder, path } = await openOne();
    await using _ = folder;
    await replaceClientFile(await openClientFile(path, uid), "one", systemClock);
    await replaceClientFile(await openClientFile(path, uid), "two", systemClock);

    await restoreClientFile(await openClientFile(path, uid), systemClock);
    const first = await readFile(path, "utf8");
    await restoreClientFile(await openClientFile(path, uid), systemClock);

    expect([first, await readFile(path, "utf8")]).toEqual(["one", "before"]);
    expect(await folder.files()).toEqual(["mcp.json"]);
  });

  it("restores bytes that are no text", async () => {
    await using folder = await openFolder({ "mcp.json": Uint8Array.of(0xff, 0x00, 0x0d, 0x0a) });
    const path = join(folder.path, "mcp.json");
    await replaceClientFile(await openClientFile(path, uid), "after", systemClock);

    await restoreClientFile(await openClientFile(path, uid), systemClock);

    expect([...(await readFile(path))]).toEqual([0xff, 0x00, 0x0d, 0x0a]);
  });

  it("removes a file that did not exist", async () => {
    await using folder = await openFolder();
    const path = join(folder.path, "mcp.json");
    await replaceClientFile(await openClientFile(path, uid), "after", systemClock);

    const outcome = await restoreClientFile(await openClientFile(path, uid), systemClock);

    expect(outcome).toBe("removed");
    expect(await folder.files()).toEqual([]);
  });

  it("leaves a file alone that changed since, and names its backup", async () => {
    const { folder, path } = await openOne();
    await using _ = folder;
    const backup = await replaceClientFile(await openClientFile(path, uid), "after", systemClock);
    await writeFile(path, "after, and by the client");

    await expect(restoreClientFile(await openClientFile(path, uid), systemClock)).rejects.toThrow(
      `so it is left as it is. Its version from before is ${backup}.`,
    );

    expect(await readFile(path, "utf8")).toBe("after, and by the client");
    expect(await readFile(backup, "utf8")).toBe("before");
  });

  it("has nothing to take back without a backup", async () => {
    const { folder, path } = await openOne();
    await using _ = folder;

    await expect(restoreClientFile(await openClientFile(path, uid), systemClock)).rejects.toThrow(
      "There is nothing to take back",
    );
  });
});

describe("openClientFile", () => {
  it("refuses links, and files that are not ours to write", async () => {
    const { folder, path } = await openOne();
    await using _ = folder;
    const [soft, hard] = [join(folder.path, "soft.json"), join(folder.path, "hard.json")];
    await symlink(path, soft);

    await expect(openClientFile(soft, uid)).rejects.toThrow(`is a symbolic link to ${path}`);
    await expect(openClientFile(folder.path, uid)).rejects.toThrow("it is a folder");
    await expect(openClientFile(path, (uid ?? 0) + 1)).rejects.toThrow("belongs to another user");
    await link(path, hard);
    await expect(openClientFile(path, uid)).rejects.toThrow("several names");
  });

  it("refuses a read-only file", async () => {
    const { folder, path } = await openOne();
    await using _ = folder;
    await chmod(path, 0o444);

    await expect(openClientFile(path, uid)).rejects.toThrow("is read-only");
  });
});
