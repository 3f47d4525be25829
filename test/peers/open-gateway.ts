import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execPath } from "node:process";

/** Our command, running as people run it. */
export interface RunningGateway extends AsyncDisposable {
  readonly url: URL;
  /** Where the configuration lies, and the gateway runs. */
  readonly folder: string;
  /** What it logged so far. */
  readonly log: () => string;
}

export const toolcourt: string = resolve(
  import.meta.dirname,
  "../../packages/gateway/bin/toolcourt.js",
);

/** Starts `toolcourt serve` with this toolbox, in a folder of its own, on a free port. */
export async function openGateway(toolbox: object): Promise<RunningGateway> {
  const folder = mkdtempSync(join(tmpdir(), "toolcourt-peers-"));
  // What is JSON is YAML too.
  writeFileSync(join(folder, "toolcourt.yaml"), JSON.stringify({ toolbox }));
  const child = spawn(execPath, [toolcourt, "serve", "--port", "0"], { cwd: folder });
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const gone = new Promise<void>((done) => {
    child.once("exit", () => done());
  });
  const address = await Promise.race([addressIn(child.stdout), gone]);
  if (address === undefined) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`The gateway did not start.\n${log}`);
  }
  return {
    url: new URL(address),
    folder,
    log: () => log,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGTERM");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((found) => {
    let text = "";
    output.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const address = /http:\S+(?=\s)/.exec(text)?.[0];
      if (address !== undefined) found(address);
    });
  });
}
