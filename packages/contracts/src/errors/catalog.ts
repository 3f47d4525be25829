import { type AdminErrorDetails, adminCatalog } from "./admin-catalog.ts";
import { callCatalog } from "./call-catalog.ts";
import type { CallErrorDetails } from "./call-details.ts";
import { type AuthorizationErrorDetails, authorizationCatalog } from "./connection-catalog.ts";
import type { Entry } from "./entry.ts";
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

export type Unreadability = "missing" | "folder" | "not-folder" | "forbidden" | "failed";

const unreadable: Readonly<Record<Unreadability, string>> = {
  missing: "there is no such file",
  folder: "it is a folder, not a file",
  "not-folder": "it is not a folder",
  forbidden: "reading it is not permitted",
  failed: "reading it failed",
};

export type Unwritability =
  | "exists"
  | "link"
  | "namesake"
  | "missing"
  | "folder"
  | "not-folder"
  | "forbidden"
  | "read-only"
  | "full"
  | "failed";

const unwritable: Readonly<Record<Unwritability, string>> = {
  exists: "there is one already, and it stays as it is",
  link: "it is a symbolic link, or lies in one",
  namesake: "another overlay there has the same name but for capital letters",
  missing: "its folder is not there",
  folder: "it is a folder, not a file",
  "not-folder": "a part of its path is a file, not a folder",
  forbidden: "writing it is not permitted",
  "read-only": "its disk is read-only",
  full: "its disk is full",
  failed: "the system refused",
};

/**
 * Every failure of a command and every refusal of a call. `docs/errors.md` is generated from this
 * table.
 */
export const catalog: { readonly [Code in ErrorCode]: Entry<ErrorDetails[Code]> } = {
  "usage-invalid": {
    class: "validation",
    exit: 2,
    message: ({ problem }) => problem,
    meaning: "The command line has a command, an option or a value that toolcourt does not know.",
    remedy: "Correct the command line; the help of the command lists what it takes.",
    next: ({ help }) => help,
  },
  "file-unreadable": {
    class: "system",
    exit: 2,
    message: ({ file, because }) => `Cannot read ${file}: ${unreadable[because]}.`,
    meaning: "A file that was named does not exist, is a folder, or may not be read.",
    remedy:
      "Check the path and the permissions. A list of tools may also come from standard input, named `-`.",
    next: () => "toolcourt explain-error file-unreadable",
  },
  "file-too-large": {
    class: "validation",
    exit: 2,
    message: ({ file, maxMb }) => `${file} is larger than ${maxMb} MB.`,
    meaning: "A file is larger than what the command takes of a file of its kind.",
    remedy: "Check that it is the file that was meant, and split it if it is.",
    next: ({ help = "toolcourt explain-error file-too-large" }) => help,
  },
  "file-not-text": {
    class: "validation",
    exit: 2,
    message: ({ file }) => `${file} is not UTF-8 text.`,
    meaning: "A file holds bytes that are not UTF-8, so it is binary or in another encoding.",
    remedy: "Save the file as UTF-8. A byte order mark is accepted and ignored.",
    next: () => "toolcourt explain-error file-not-text",
  },
  "json-invalid": {
    class: "validation",
    exit: 2,
    message: ({ expected, ...place }) => `${at(place)} Expected ${expected}.`,
    meaning: "A file is not JSON as RFC 8259 defines it: no comments, no trailing commas.",
    remedy: "Correct the file at the line and column that the message names.",
    next: () => "toolcourt explain-error json-invalid",
  },
  "json-duplicate-key": {
    class: "validation",
    exit: 2,
    message: (place) => `${at(place)} This object already has a key of that name.`,
    meaning:
      "An object gives the same key twice. Readers of JSON disagree on which one counts, so what we judge may not be what a client sees.",
    remedy: "Remove one of the two keys.",
    next: () => "toolcourt explain-error json-duplicate-key",
  },
  "tools-missing": {
    class: "validation",
    exit: 2,
    message: ({ file }) => `${file} holds no list of tools.`,
    meaning:
      "The file is valid JSON but not a list of tools: not an array, not an object with `tools`, not a `tools/list` answer, not one tool a line.",
    remedy: "Save the answer to `tools/list`, or an array of tool objects.",
    next: () => "toolcourt explain-error tools-missing",
  },
  "profile-unknown": {
    class: "validation",
    exit: 2,
    message: (unknown) => thereIsNo("profile", unknown),
    meaning: "There is no profile of that name.",
    remedy: "Choose one of the profiles that the help of `check` lists.",
    next: () => "toolcourt check --help",
  },
  "rule-unknown": {
    class: "validation",
    exit: 2,
    message: (unknown) => thereIsNo("rule", unknown),
    meaning: "There is no rule with that id.",
    remedy: "List the rules and choose one.",
    next: () => "toolcourt rules",
  },
  "error-unknown": {
    class: "validation",
    exit: 2,
    message: (unknown) => thereIsNo("error code", unknown),
    meaning: "There is no error with that code.",
    remedy: "List the codes and choose one.",
    next: () => "toolcourt explain-error",
  },
  "overlay-invalid": {
    class: "validation",
    exit: 2,
    message: ({ problem, ...place }) => `${at(place)} ${problem}`,
    meaning:
      "An overlay says something that has no effect or cannot be read. It is refused whole, because a misspelled promise is no promise.",
    remedy:
      "An overlay has the keys description, input, output, result, inferred and terms, and nothing else. It lies over a tool of a server or of a set of HTTP tools, never over a local one.",
    next: () => "toolcourt explain-error overlay-invalid",
  },
  "write-failed": {
    class: "system",
    exit: 2,
    message: ({ file, because }) => `Cannot write ${file}: ${unwritable[because]}.`,
    meaning:
      "An overlay or an export could not be written. Nothing that was there before has been changed.",
    remedy:
      "Choose another name for an export. Otherwise check the permissions of the folder and the space on the disk, and put a real folder where a link is.",
    next: () => "toolcourt explain-error write-failed",
  },
  "config-invalid": {
    class: "validation",
    exit: 2,
    message: ({ file, problems }) => `${file} is not valid:\n${problems.join("\n")}`,
    meaning:
      "The configuration, or a file of HTTP tools, has mistakes. It is refused whole: a key that is misspelled would otherwise have no effect and nobody would know.",
    remedy:
      "Correct what each line names; the pages of the configuration and of HTTP tools list every key.",
    next: () => "toolcourt explain-error config-invalid",
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
