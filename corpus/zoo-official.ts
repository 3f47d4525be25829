import { execFile } from "node:child_process";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execPath } from "node:process";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from "@toolcourt/sdk";
import type { Row } from "./area.ts";

const root = resolve(import.meta.dirname, "..");
const bin = resolve(root, "packages/toolcourt/src/bin.ts");

/** An official server and its expected test results. */
interface Official {
  readonly name: string;
  readonly allow: readonly string[];
  readonly command: (program: string, folder: string) => readonly string[];
  /** The expected true findings: the tool and the rule it breaks. */
  readonly found: readonly string[];
}

const officials: readonly Official[] = [
  {
    name: "everything",
    // Tools without a read hint use the network or start endless work.
    allow: ["hinted"],
    command: (program) => [execPath, program],
    // It takes ten seconds by default, and the limit is three.
    found: ["trigger-long-running-operation test/hang"],
  },
  {
    name: "filesystem",
    allow: ["hinted", "write", "destroy"],
    command: (program, folder) => [execPath, program, folder],
    found: [],
  },
  {
    name: "memory",
    allow: ["hinted", "write", "destroy"],
    command: (program, folder) => [
      "env",
      `MEMORY_FILE_PATH=${join(folder, "memory.jsonl")}`,
      execPath,
      program,
    ],
    found: [],
  },
];

const flags = ["--seed", "301", "--calls", "40", "--timeout", "3", "--json"];

/** Runs `toolcourt test` on the official servers, which were not written for it. */
export async function measureOfficial(): Promise<readonly Row[]> {
  const measured = await Promise.all(officials.map(measureOne));
  const unexpected = measured.flatMap(({ found, official }) =>
    found.filter((each) => !official.found.includes(each)),
  );
  const unseen = measured.flatMap(({ found, official }) =>
    official.found.filter((each) => !found.includes(each)),
  );
  const [first = ""] = [...unexpected, ...unseen];
  return [
    {
      what: "tools of official servers tested",
      figure: measured.reduce((sum, { tested }) => sum + tested, 0),
      unit: "count",
      bound: { at: "least", value: 25 },
    },
    {
      what: "findings in them that are not known to be true, or known and not found",
      figure: unexpected.length + unseen.length,
      unit: "count",
      bound: { at: "exactly", value: 0 },
      ...(first !== "" && { note: `first: ${first}` }),
    },
  ];
}

interface Measured {
  readonly official: Official;
  readonly found: readonly string[];
  readonly tested: number;
}

async function measureOne(official: Official): Promise<Measured> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "toolcourt-zoo-"));
  await writeFile(join(folder.path, "letter.txt"), "Dear Ada");
  const folderOfIt = `node_modules/@modelcontextprotocol/server-${official.name}`;
  const command = official.command(resolve(root, folderOfIt, "dist/index.js"), folder.path);
  const allowed = official.allow.flatMap((each) => ["--allow", each]);
  const report = await reportOf([...flags, ...allowed, "--", ...command], folder.path);
  return {
    official,
    found: listIn(report, "tools").flatMap((tool) =>
      listIn(tool, "findings").map(({ rule }) => `${textOf(tool["name"])} ${textOf(rule)}`),
    ),
    tested: listIn(report, "tools").filter(({ calls }) => calls !== 0).length,
  };
}

/** Runs the command. Its exit code reports findings, which are not a failure here. */
async function reportOf(args: readonly string[], folder: string): Promise<JsonObject> {
  const words = ["--conditions=@toolcourt/source", bin, "test", ...args];
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
  const output = await new Promise<string>((done) => {
    execFile(execPath, words, options, (_, stdout) => done(stdout));
  });
  const report = output === "" ? undefined : parseJson(output);
  if (!isJsonObject(report)) throw new Error("An official server could not be tested.");
  return report;
}

function listIn(holder: JsonObject, name: string): readonly JsonObject[] {
  const list = holder[name];
  return list !== undefined && isJsonArray(list) ? list.filter((each) => isJsonObject(each)) : [];
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
