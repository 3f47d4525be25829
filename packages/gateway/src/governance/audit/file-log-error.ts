import { FileLockError } from "./file-lock.ts";

/** The second log cannot be appended to. The message is ours and names no path. */
export class FileLogError extends Error {
  override readonly name = "FileLogError";
}

const reasons: ReadonlyMap<unknown, string> = new Map([
  ["EACCES", "Whoever runs this may not write the file."],
  ["EDQUOT", "The disk is full."],
  ["EISDIR", "There is a folder in the place of the file."],
  ["ENOENT", "The file is gone."],
  ["ENOSPC", "The disk is full."],
  ["EPERM", "Whoever runs this may not write the file."],
  ["EROFS", "The disk is read-only."],
]);

/** Wraps the system error as the cause, under our own message. */
export function asFileLogError(error: unknown): FileLogError {
  if (error instanceof FileLogError) return error;
  if (error instanceof FileLockError) return new FileLogError(error.message, { cause: error });
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return new FileLogError(reasons.get(code) ?? "The file cannot be written.", { cause: error });
}
