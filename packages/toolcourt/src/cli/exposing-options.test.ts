import { describe, expect, it } from "vitest";
import { exposingOptions } from "./exposing-options.ts";

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
  ])("finds options in %j with NODE_OPTIONS %j", (execArguments, nodeOptions, found) => {
    expect(exposingOptions(execArguments, nodeOptions)).toEqual(found);
  });

  it.each([
    [["--enable-source-maps", "--conditions=@toolcourt/source"], undefined],
    [["--report-on-fatalerror"], "--report-exclude-env"],
    [["--inspect-port=9230"], "--disable-sigusr1"],
    [[], ""],
  ])("finds none in %j with NODE_OPTIONS %j", (execArguments, nodeOptions) => {
    expect(exposingOptions(execArguments, nodeOptions)).toEqual([]);
  });
});
