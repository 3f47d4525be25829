import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execPath } from "node:process";

/** Our command, running as users run it. */
export interface RunningGateway extends AsyncDisposable {
  readonly url: URL;
  /** Folder of the configuration, and the gateway's working directory. */
  readonly folder: string;
  /** Returns the log so far. */
  readonly log: () => string;
}

export const toolcourt: string = resolve(
  import.meta.dirname,
  "../../packages/toolcourt/bin/toolcourt.js",
);

/** Starts `toolcourt serve` with this toolbox, in its own folder, on a free port. */
export async function openGateway(toolbox: object): Promise<RunningGateway> {
  const folder = mkdtempSync(join(tmpdir(), "toolcourt-peers-"));
  // JSON is valid YAML.
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
