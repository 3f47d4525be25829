import { type AdminErrorDetails, adminCatalog } from "./admin-catalog.ts";
import { callCatalog } from "./call-catalog.ts";
import type { CallErrorDetails } from "./call-details.ts";
import { type AuthorizationErrorDetails, authorizationCatalog } from "./connection-catalog.ts";
import type { Catalog, NoDetails } from "./entry.ts";
import { type HostErrorDetails, hostCatalog } from "./host-catalog.ts";
import { type StartErrorDetails, startCatalog } from "./start-catalog.ts";

export type { ErrorClass } from "./entry.ts";

/** The details of each failure. Codes are public: never rename or reuse one. */
export interface ErrorDetails
  extends CallErrorDetails,
    StartErrorDetails,
    AdminErrorDetails,
    AuthorizationErrorDetails,
    HostErrorDetails {
  "usage-invalid": { readonly problem: string; readonly help: string };
  "file-unreadable": { readonly file: string; readonly because: Unreadability };
  "file-too-large": {
    readonly file: string;
    readonly maxMb: number;
    /** The help command of the command that failed. */
    readonly help?: string;
  };
  "file-not-text": { readonly file: string };
  "json-invalid": Place & { readonly expected: string };
  "json-duplicate-key": Place;
  "tools-missing": { readonly file: string };
  "profile-unknown": Unknown;
  "rule-unknown": Unknown;
  "error-unknown": Unknown;
  "overlay-invalid": Place & { readonly problem: string };
  "schema-unchecked": NoDetails;
  "write-failed": {
    readonly file: string;
    readonly because: Unwritability;
  };
  "config-invalid": { readonly file: string; readonly problems: readonly string[] };
}

export type ErrorCode = keyof ErrorDetails;

/** A position in a file, counted from 1 as in editors. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** An unknown name, and the most similar known one. */
export interface Unknown {
  readonly given: string;
  readonly nearest?: string;
}

export type Unreadability = keyof typeof unreadable;

const unreadable = {
  missing: "there is no such file",
  folder: "it is a folder, not a file",
  "not-folder": "it is not a folder",
  forbidden: "reading it is not permitted",
  failed: "reading it failed",
} as const;

export type Unwritability = keyof typeof unwritable;

const unwritable = {
  exists: "it already exists and is left unchanged",
  link: "it is a symbolic link, or lies in one",
  namesake: "another overlay has the same name except for capital letters",
  missing: "its folder does not exist",
  folder: "it is a folder, not a file",
  "not-folder": "a part of its path is a file, not a folder",
  forbidden: "writing it is not permitted",
  "read-only": "its disk is read-only",
  full: "its disk is full",
  failed: "the system refused",
} as const;

/**
 * Every failure of a command and every refusal of a call. `docs/errors.md` is generated from this
 * table.
 */
export const catalog: Catalog<ErrorDetails> = {
  "usage-invalid": {
    class: "validation",
    message: ({ problem }) => problem,
    meaning: "The command line has an unknown command, option or value.",
    remedy: "Correct the command line. The help of the command lists its options.",
    next: ({ help }) => help,
  },
  "file-unreadable": {
    class: "system",
    message: ({ file, because }) => `Cannot read ${file}: ${unreadable[because]}.`,
    meaning: "A file does not exist, is a folder, or may not be read.",
    remedy:
      "Check the path and the permissions. Use `-` to read a list of tools from standard input.",
  },
  "file-too-large": {
    class: "validation",
    message: ({ file, maxMb }) => `${file} is larger than ${maxMb} MB.`,
    meaning: "A file is larger than the limit for its kind.",
    remedy: "Check that it is the right file, and split it if so.",
    next: ({ help = "toolcourt explain-error file-too-large" }) => help,
  },
  "file-not-text": {
    class: "validation",
    message: ({ file }) => `${file} is not UTF-8 text.`,
    meaning: "A file is not UTF-8: it is binary or in another encoding.",
    remedy: "Save the file as UTF-8. A byte order mark is accepted and ignored.",
  },
  "json-invalid": {
    class: "validation",
    message: ({ expected, ...place }) => `${at(place)} Expected ${expected}.`,
    meaning: "A file is not JSON as RFC 8259 defines it: no comments, no trailing commas.",
    remedy: "Correct the file at the line and column in the message.",
  },
  "json-duplicate-key": {
    class: "validation",
    message: (place) => `${at(place)} This object already has a key with that name.`,
    meaning:
      "An object has the same key twice. JSON readers disagree on which one counts, so a client may see another value.",
    remedy: "Remove one of the two keys.",
  },
  "tools-missing": {
    class: "validation",
    message: ({ file }) => `${file} holds no list of tools.`,
    meaning:
      "The file is valid JSON but not a list of tools. Accepted: an array, an object with `tools`, a `tools/list` answer, one tool a line.",
    remedy: "Save the answer to `tools/list`, or an array of tool objects.",
  },
  "profile-unknown": {
    class: "validation",
    message: (unknown) => thereIsNo("profile", unknown),
    meaning: "There is no profile with that name.",
    remedy: "Choose a profile from the help of `check`.",
    next: () => "toolcourt check --help",
  },
  "rule-unknown": {
    class: "validation",
    message: (unknown) => thereIsNo("rule", unknown),
    meaning: "There is no rule with that id.",
    remedy: "List the rules and choose one.",
    next: () => "toolcourt rules",
  },
  "error-unknown": {
    class: "validation",
    message: (unknown) => thereIsNo("error code", unknown),
    meaning: "There is no error with that code.",
    remedy: "List the codes and choose one.",
    next: () => "toolcourt explain-error",
  },
  "overlay-invalid": {
    class: "validation",
    message: ({ problem, ...place }) => `${at(place)} ${problem}`,
    meaning:
      "An overlay has an unknown key or an invalid value. It is rejected as a whole, since a misspelled promise has no effect.",
    remedy:
      "Use only the keys name, description, input, output, result, inferred and terms. Overlays apply to tools of servers and HTTP tool sets, never to local ones.",
  },
  "schema-unchecked": {
    class: "system",
    message: () => "A schema could not be checked: no thread could start for it.",
    meaning:
      "Difficult schemas are checked in a thread of their own, and none could start. The command has no result.",
    remedy:
      "Free memory, or raise the limit of processes. If it happens every time, install toolcourt again.",
  },
  "write-failed": {
    class: "system",
    message: ({ file, because }) => `Cannot write ${file}: ${unwritable[because]}.`,
    meaning: "A file could not be written, or already exists. Existing files are unchanged.",
    remedy:
      "Move an existing file away, or choose another name. Otherwise check folder permissions, disk space and symbolic links.",
  },
  "config-invalid": {
    class: "validation",
    message: ({ file, problems }) => `${file} is not valid:\n${problems.join("\n")}`,
    meaning:
      "The configuration or a file of HTTP tools has mistakes. It is rejected as a whole, since a misspelled key has no effect.",
    remedy:
      "Correct what each line names. The pages on configuration and HTTP tools list every key.",
  },
  ...startCatalog,
  ...callCatalog,
  ...adminCatalog,
  ...authorizationCatalog,
  ...hostCatalog,
};

function at({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

function thereIsNo(kind: string, { given, nearest }: Unknown): string {
  const guess = nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
  return `There is no ${kind} "${given}".${guess}`;
}
