import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import {
  link,
  lstat,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { codeOf, whyUnreadable } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { whyUnwritable } from "@toolcourt/gateway/internal/boundary/files/write-file";
import { usage } from "../command.ts";

// The file of a client belongs to another program, which may write it at any time.

/** A file as it was read. */
export interface ClientFile {
  /** Absolute. */
  readonly path: string;
  /** Our own user. */
  readonly uid: Uid;
  /** Undefined if there is no file. */
  readonly found: { readonly bytes: Buffer; readonly stats: Stats } | undefined;
}

/** The numeric id of our own user. Undefined if the system has none. */
export type Uid = number | undefined;

/** As large as any client lets its file grow, with its history. */
const maxBytes = 16 * 1024 * 1024;

/** Reads a file that is to be written. Refuses links, and files that are not ours to write. */
export async function openClientFile(path: string, uid: Uid): Promise<ClientFile> {
  try {
    const stats = await lstat(path);
    await refuseForeign(path, stats, uid);
    return { path, uid, found: { stats, bytes: await readFile(path) } };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return { path, uid, found: undefined };
    if (isRefusal(error) || codeOf(error) === "") throw error;
    const because = whyUnreadable(error);
    throw new Refusal("file-unreadable", { file: printable(path), because }, { cause: error });
  }
}

async function refuseForeign(path: string, stats: Stats, uid: Uid): Promise<void> {
  const file = printable(path);
  if (stats.isSymbolicLink()) {
    const target = printable(await readlink(path));
    throw usage(`${file} is a symbolic link to ${target}. Name the file itself with --file.`);
  }
  if (stats.isDirectory()) throw new Refusal("file-unreadable", { file, because: "folder" });
  if (!stats.isFile()) throw usage(`${file} is no ordinary file.`);
  refuseProtected(file, stats, uid);
}

function refuseProtected(file: string, stats: Stats, uid: Uid): void {
  if (stats.nlink > 1) {
    throw usage(`${file} has several names (hard links), which a new version would separate.`);
  }
  if (uid !== undefined && stats.uid !== uid) {
    throw usage(`${file} belongs to another user. Run the command as that user.`);
  }
  if ((stats.mode & 0o200) === 0) {
    throw usage(`${file} is read-only. If it may be changed, allow it first: chmod u+w.`);
  }
  if (stats.size > maxBytes) throw new Refusal("file-too-large", { file, maxMb: 16 });
}

/** A program that writes a file in several steps is done after it, or still shows. */
const settleMs = 100;

/** Replaces a file at once, and keeps the old version beside it. Returns the path of the backup. */
export async function replaceClientFile(
  before: ClientFile,
  text: string,
  clock: Pick<Clock, "sleep">,
): Promise<string> {
  const bytes = Buffer.from(text, "utf8");
  await clock.sleep(settleMs);
  await refuseChanged(before);
  return writing(before.path, async () => {
    const backup = await writeBackup(before, bytes);
    try {
      await putInPlace(before, bytes);
    } catch (error) {
      await rm(backup, { force: true });
      throw error;
    }
    return backup;
  });
}

/** Takes back the last change, and removes its backup. Returns whether the file is gone with it. */
export async function restoreClientFile(
  changed: ClientFile,
  clock: Pick<Clock, "sleep">,
): Promise<"restored" | "removed"> {
  const { path, uid, found } = changed;
  await clock.sleep(settleMs);
  await refuseChanged(changed);
  const backups = await backupsOf(path);
  const digest = found === undefined ? "" : digestOf(found.bytes);
  const fitting = backups.filter((each) => each.digest === digest);
  const ours = (await privateOnes(fitting, uid)).at(-1);
  if (ours === undefined) throw usage(whyNoBackup(path, backups));
  return writing(path, async () => {
    if (ours.isOfNoFile) {
      await refuseChanged(changed);
      await rm(path);
    } else {
      await putInPlace(changed, await readFile(ours.path));
    }
    await rm(ours.path);
    return ours.isOfNoFile ? "removed" : "restored";
  });
}

function whyNoBackup(path: string, backups: readonly Backup[]): string {
  const file = printable(path);
  const last = backups.at(-1);
  if (last === undefined) {
    return `There is nothing to take back: no backup of ${file} lies beside it.`;
  }
  const backup = printable(last.path);
  const ending = last.isOfNoFile
    ? `There was no file before. Take the entry out by hand, then delete ${backup}.`
    : `Its version from before is ${backup}. Copy from it by hand, then delete it.`;
  return `${file} was changed after toolcourt connect wrote it, so it is left as it is. ${ending}`;
}

/** The old version is recognized by the digest of the new one in its name. */
interface Backup {
  readonly path: string;
  readonly digest: string;
  /** Which of several with this digest, from 1. */
  readonly number: number;
  /** Stands for a file that did not exist. */
  readonly isOfNoFile: boolean;
}

const endings = { file: "bak", none: "new" } as const;

async function backupsOf(path: string): Promise<readonly Backup[]> {
  const folder = dirname(path);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  // A project can come from others, who may have put a link there.
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const found = names.flatMap((name): readonly Backup[] => {
    const rest = name.startsWith(`${basename(path)}.`) ? name.slice(basename(path).length) : "";
    const [, digest, number, ending] =
      /^\.toolcourt-([0-9a-f]{16})-(\d{1,9})\.(bak|new)$/.exec(rest) ?? [];
    if (digest === undefined) return [];
    const isOfNoFile = ending === endings.none;
    return [{ path: join(folder, name), digest, number: Number(number), isOfNoFile }];
  });
  return found.toSorted((one, other) => one.number - other.number);
}

/** A cloned project could bring a backup of its own. Such files can be read by others. */
async function privateOnes(backups: readonly Backup[], uid: Uid): Promise<readonly Backup[]> {
  // A system without users has no modes either.
  if (uid === undefined) return backups;
  const stats = await Promise.all(backups.map(({ path }) => lstat(path)));
  return backups.filter((_, at) => ((stats[at]?.mode ?? 0) & 0o077) === 0);
}

async function writeBackup({ path, found }: ClientFile, after: Buffer): Promise<string> {
  const numbers = (await backupsOf(path)).map(({ number }) => number);
  const number = Math.max(0, ...numbers) + 1;
  const ending = found === undefined ? endings.none : endings.file;
  const backup = `${path}.toolcourt-${digestOf(after)}-${number}.${ending}`;
  // It holds the same secrets, and nothing but us reads it.
  await writeDurably(backup, found?.bytes ?? Buffer.alloc(0));
  return backup;
}

function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 16);
}

async function putInPlace(before: ClientFile, bytes: Buffer): Promise<void> {
  const { path, found } = before;
  const workplace = await mkdtemp(join(dirname(path), ".toolcourt-"));
  try {
    const written = join(workplace, "whole");
    await writeDurably(written, bytes, found?.stats);
    await refuseChanged(before);
    // A new name must not replace a file that has just been made.
    await (found === undefined ? link(written, path) : rename(written, path));
  } finally {
    await rm(workplace, { recursive: true, force: true });
  }
}

/** Gives a new file the group and the mode of an old one. Default: only its owner reads it. */
async function writeDurably(path: string, bytes: Buffer, like?: Stats): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  const { uid, gid } = await file.stat();
  // With the group of the process, others could read what the old group alone could.
  if (like !== undefined && like.gid !== gid) await file.chown(uid, like.gid);
  // The process may mask the mode of new files.
  await file.chmod(like === undefined ? 0o600 : like.mode & 0o777);
  await file.writeFile(bytes);
  await file.sync();
}

/** Refuses if the file is not as it was read. */
async function refuseChanged({ path, found }: ClientFile): Promise<void> {
  const stats = await lstat(path).catch(() => undefined);
  const isSame =
    found === undefined
      ? stats === undefined
      : stats?.ino === found.stats.ino &&
        stats.mtimeMs === found.stats.mtimeMs &&
        (await readFile(path)).equals(found.bytes);
  if (!isSame) throw changedMeanwhile(path);
}

function changedMeanwhile(path: string): Error {
  return usage(
    `${printable(path)} is being written by another program, so nothing was changed. Close the client, then run the command again.`,
  );
}

async function writing<Made>(path: string, write: () => Promise<Made>): Promise<Made> {
  try {
    return await write();
  } catch (error) {
    if (isRefusal(error) || codeOf(error) === "") throw error;
    if (codeOf(error) === "EEXIST") throw changedMeanwhile(path);
    const because = whyUnwritable(error);
    throw new Refusal("write-failed", { file: printable(path), because }, { cause: error });
  }
}
