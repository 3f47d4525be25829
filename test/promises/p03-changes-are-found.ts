import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { openCountingServer } from "../gate/counting-server.ts";
import { connectHttp } from "../gate/http-client.ts";
import { reading } from "../gate/tools.ts";
import { command } from "./command.ts";
import { startGateway } from "./gateway-process.ts";
import { definePromise, type Figure, type ProofContext } from "./promise.ts";
import { serverEntry } from "./server-entry.ts";

const mutate = resolve(import.meta.dirname, "../../tools/verify-audit/mutate.py");
const program = promisify(execFile);

export const promise = definePromise({
  id: "P3",
  text: "A verifier that shares no code with the gateway finds any change, removal or reorder of audit rows.",
  proofs: [
    {
      title: "the log of a running gateway, damaged byte by byte and row by row",
      prove: damaged,
    },
  ],
});

async function damaged({ short }: ProofContext): Promise<readonly Figure[]> {
  await using folder = await openFolder();
  await using server = await openCountingServer({ tools: [reading("get-forecast")] });
  const config = { toolbox: { mcps: [serverEntry("weather", server.url)] } };
  await folder.write("toolcourt.yaml", JSON.stringify(config));
  {
    await using gateway = await startGateway({ folder: folder.path });
    const ask = await connectHttp(gateway.url, { era: "modern", lane: "fast" });
    const cities = short ? ["Geneva"] : ["Geneva", "Basel", "Bern", "Chur"];
    for (const city of cities) {
      await ask("tools/call", { name: "get-forecast", arguments: { city } });
    }
  }
  const log = join(folder.path, "audit.jsonl");
  await command(folder.path, "audit", "export", "--out", log);
  const key = (await command(folder.path, "audit", "key")).trim();
  const said = await program("python3", [mutate, log, key, ...(short ? [] : ["--all"])]).catch(
    // It exits with 1 when a change was missed, and still prints the counts.
    (error: { readonly stdout?: string; readonly stderr?: string }) => {
      if (!error.stdout) throw new Error(`The verifier failed: ${error.stderr}`);
      return { stdout: error.stdout };
    },
  );
  const [, tried, missed] = /(\d+) mutations, (\d+) missed/.exec(said.stdout) ?? [];
  return [
    { label: "changes tried", value: Number(tried), must: { atLeast: 1_000 } },
    { label: "changes not found", value: Number(missed), must: { is: 0 } },
  ];
}
