import { appendFile, open, stat } from "node:fs/promises";
import { join } from "node:path";

/** Where checkpoints go besides the store. Whoever changes the store must not be able to change this. */
export type SendCheckpoint = (checkpoint: {
  readonly size: number;
  readonly note: string;
}) => Promise<void>;

/** Into a folder as files of their own, otherwise behind each other into one file. */
export function createCheckpointPlace(path: string): SendCheckpoint {
  return async ({ size, note }) => {
    const isFolder = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    await (isFolder ? putFile(join(path, fileName(size)), note) : appendFile(path, `${note}\n`));
  };
}

function fileName(size: number): string {
  return `checkpoint-${String(size).padStart(12, "0")}.txt`;
}

async function putFile(path: string, note: string): Promise<void> {
  const file = await open(path, "wx", 0o644).catch((error: NodeJS.ErrnoException) => {
    // Sent before, by us or by another process.
    if (error.code === "EEXIST") return undefined;
    throw error;
  });
  if (file === undefined) return;
  try {
    await file.writeFile(note);
    await file.sync();
  } finally {
    await file.close();
  }
}
