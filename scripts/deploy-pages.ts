import { join } from "node:path";
import { commandsOf, type Machine, openMachine } from "./deploy/page.ts";
import { mustHaveServed, servedConfig, serveOnce } from "./deploy/served.ts";

// npm run deploy:pages
// Follows the pages of docs/deploy that install the command, as a reader would: builds, packs,
// installs into a folder of its own, and serves a call. It leaves out `npm ci`, Docker and registries.

const leftOut = /^(?:npm ci|toolcourt serve|docker .*|skopeo copy .*|curl .*)$/;

async function follow(machine: Machine, page: string, section?: string): Promise<void> {
  const lines = (await commandsOf(page, section)).split("\n");
  const commands = lines.filter((line) => !leftOut.test(line)).join("\n");
  const printed = await machine.run(commands);
  console.log(`ok   ${page}: ${printed.trim().split("\n").at(-1)}`);
}

async function served(machine: Machine, page: string): Promise<void> {
  await machine.folder.write("trial/toolcourt.yaml", servedConfig);
  const cwd = join(machine.folder.path, "trial");
  const command = join(machine.folder.path, "usr/local/bin/toolcourt");
  const env = { PATH: process.env["PATH"] };
  console.log(mustHaveServed(page, await serveOnce({ command, args: ["serve"], cwd, env })));
}

for (const page of ["npm.md", "executable.md"]) {
  await using machine = await openMachine();
  await follow(machine, page);
  await served(machine, page);
}
await using machine = await openMachine();
await follow(machine, "image.md", "# The image");
await machine.run("npm run --silent image -- --run").then((text) => console.log(text.trim()));
