import { StoreError, type StoreFault } from "../store-error.ts";

/** Maps SQLite's primary result codes (https://sqlite.org/rescode.html). */
const faultsOfSqlite: Readonly<Record<number, StoreFault>> = {
  3: "unreachable", // PERM
  5: "locked", // BUSY
  6: "locked", // LOCKED
  8: "read-only", // READONLY
  11: "corrupt", // CORRUPT
  13: "full", // FULL
  14: "unreachable", // CANTOPEN
  26: "corrupt", // NOTADB
};

const faultsOfSystem: Readonly<Record<string, StoreFault>> = {
  EACCES: "unreachable",
  EDQUOT: "full",
  EEXIST: "unreachable",
  EISDIR: "unreachable",
  ENOENT: "unreachable",
  ENOSPC: "full",
  ENOTDIR: "unreachable",
  EPERM: "unreachable",
  EROFS: "read-only",
};

/** Codes that make the connection unusable: IOERR and faults of the file itself. */
const codesThatEnd: readonly number[] = [8, 10, 11, 14, 26];

export function asStoreError(error: unknown): StoreError {
  return error instanceof StoreError ? error : new StoreError(faultOf(error), { cause: error });
}

/** Returns true if the file must be reopened before anything can work. */
export function endsConnection(error: unknown): boolean {
  const code = sqliteCodeOf(error);
  return code !== undefined && codesThatEnd.includes(code);
}

function faultOf(error: unknown): StoreFault {
  const code = sqliteCodeOf(error);
  if (code !== undefined) return faultsOfSqlite[code] ?? "failed";
  const name = error instanceof Error && "code" in error ? error.code : undefined;
  return (typeof name === "string" ? faultsOfSystem[name] : undefined) ?? "failed";
}

function sqliteCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error && "errcode" in error)) return undefined;
  // Extended codes carry the primary one in their last byte.
  return typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
}
