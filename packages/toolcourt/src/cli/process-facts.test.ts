import { execFileSync } from "node:child_process";
import { execPath, versions } from "node:process";
import { describe, expect, it, test } from "vitest";
import {
  exposingOptions,
  operatorName,
  programName,
  restingFlags,
  startCommand,
} from "./process-facts.ts";

const memoryLimit = "--heapsnapshot-near-heap-limit";
const both = ["--report-on-signal", "--report-uncaught-exception"];

describe("exposingOptions", () => {
  it.each([
    [["--inspect"], "", ["--inspect"]],
    [["--inspect-brk=0.0.0.0:9229"], "", ["--inspect-brk"]],
    [["--inspect_wait"], "", ["--inspect-wait"]],
    [["--heapsnapshot-signal", "SIGUSR2"], "", ["--heapsnapshot-signal"]],
    [[], "--max-old-space-size=90  --heapsnapshot_near_heap_limit=3", [memoryLimit]],
    [[], '"--inspect=127.0.0.1:0"', ["--inspect"]],
    [["--report-on-signal"], "--report-uncaught-exception", both],
    [["--abort-on-uncaught-exception"], "", ["--abort-on-uncaught-exception"]],
    [["--tls-keylog=/tmp/keys"], "", ["--tls-keylog"]],
    [[], "--tls_keylog /tmp/keys --trace-tls", ["--tls-keylog", "--trace-tls"]],
    [
      ["--tls-min-v1.0", "--insecure-http-parser"],
      "",
      ["--tls-min-v1.0", "--insecure-http-parser"],
    ],
  ])("finds options in %j with NODE_OPTIONS %j", (execArguments, nodeOptions, found) => {
    expect(exposingOptions(execArguments, { NODE_OPTIONS: nodeOptions })).toEqual(found);
  });

  it.each([
    [["--enable-source-maps", "--conditions=@toolcourt/source"], undefined],
    [["--report-on-fatalerror"], "--report-exclude-env"],
    [["--inspect-port=9230"], "--disable-sigusr1"],
    [[], ""],
  ])("finds none in %j with NODE_OPTIONS %j", (execArguments, nodeOptions) => {
    expect(exposingOptions(execArguments, { NODE_OPTIONS: nodeOptions })).toEqual([]);
  });
});

describe("a variable that accepts any certificate", () => {
  it.each([
    ["0", ["NODE_TLS_REJECT_UNAUTHORIZED=0"]],
    ["1", []],
    ["", []],
    [undefined, []],
  ])("is found only with the value that Node obeys: %s", (value, found) => {
    expect(exposingOptions([], { NODE_TLS_REJECT_UNAUTHORIZED: value })).toEqual(found);
  });
});

describe("programName", () => {
  it.each([
    ["/usr/local/bin/toolcourt", "toolcourt"],
    [
      "C:\\Users\\ada\\AppData\\Roaming\\npm\\node_modules\\toolcourt\\bin\\toolcourt.js",
      "toolcourt",
    ],
    ["/home/ada/pnpm/global/5/node_modules/toolcourt/bin/toolcourt.js", "toolcourt"],
    ["/home/ada/shop/node_modules/.bin/toolcourt", "npx toolcourt"],
    ["/home/ada/shop/node_modules/toolcourt/bin/toolcourt.js", "npx toolcourt"],
    ["/home/ada/node_modules/toolcourt/bin/toolcourt.js", "npx toolcourt"],
    ["/home/ada/.npm/_npx/1f/node_modules/.bin/toolcourt", "npx toolcourt"],
    ["C:\\npm-cache\\_npx\\1f\\node_modules\\toolcourt\\bin\\toolcourt.js", "npx toolcourt"],
    ["/home/ada/toolcourt/packages/toolcourt/bin/toolcourt.js", "npx toolcourt"],
  ])("names what was started as %s: %s", (started, expected) => {
    expect(programName(started, "/home/ada/shop")).toBe(expected);
  });

  it("finds a local install on Windows from a folder in the project", () => {
    const started = "C:\\shop\\node_modules\\toolcourt\\bin\\toolcourt.js";

    expect(programName(started, "C:\\shop\\src")).toBe("npx toolcourt");
    expect(programName(started, "C:\\shopping")).toBe("toolcourt");
  });
});

function nobody(): never {
  throw new Error("ENOENT");
}

it("returns the name of the local user", () => {
  expect(operatorName(() => ({ username: "grace" }), 1_000)).toBe("operator:grace");
});

it("falls back to the uid if the user has no name, as in a container", () => {
  expect(operatorName(nobody, 54_321)).toBe("operator:uid 54321");
  expect(operatorName(nobody, undefined)).toBe("operator:uid unknown");
});

test("the V8 of this Node is a tested one and knows every flag", () => {
  const options = execFileSync(execPath, ["--v8-options"], { encoding: "utf8" });

  const flags = restingFlags(versions.v8);

  expect(flags).toHaveLength(3);
  expect(flags.filter((flag) => !options.includes(`--${nameOf(flag)} (`))).toEqual([]);
});

test("an untested V8 gets no flags", () => {
  expect(restingFlags("14.2.231.9-node.1")).toEqual([]);
});

function nameOf(flag: string): string {
  return flag.replace(/^--(?:no-)?/, "").replace(/=.*/, "");
}

it("startCommand names the runtime and the script, or the executable of one file alone", () => {
  expect(startCommand("/opt/node", "/opt/toolcourt.js")).toEqual([
    "/opt/node",
    "/opt/toolcourt.js",
  ]);
  expect(startCommand("/opt/toolcourt", "/opt/toolcourt")).toEqual(["/opt/toolcourt"]);
});
