import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtempDisposable, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { env } from "node:process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");

// Real processes must start, including a third-party server, which takes time on a busy machine.
const patience = 30_000;

function textOf(path: string): Promise<string> {
  return readFile(join(root, path), "utf8");
}

/** A command on a page together with its output. */
interface Shown {
  readonly command: string;
  readonly lines: readonly string[];
}

async function shownCommands(page: string): Promise<readonly Shown[]> {
  const shown = /^```sh\n(?<command>npx toolcourt [^\n]*)\n```\n\n```\n(?<printed>.*?)^```$/gms;
  return [...(await textOf(page)).matchAll(shown)].map(({ groups }) => ({
    command: groups?.["command"] ?? "",
    lines: (groups?.["printed"] ?? "").trimEnd().split("\n"),
  }));
}

/** Splits a command line of a page without `npx toolcourt`. Understands only single quotes. */
function argumentsOf(command: string): readonly string[] {
  const [, , ...args] = command.replace(/ +# .*$/, "").match(/'[^']*'|\S+/g) ?? [];
  return args.map((arg) => arg.replaceAll("'", ""));
}

interface Place {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Returns the lines that a shell would show for a command of a page. */
function outputOf(args: readonly string[], place: Place): Promise<readonly string[]> {
  return new Promise((done, reject) => {
    execFile("toolcourt", args, place, (error, stdout, stderr) => {
      // Exit code 1 means findings, which a page may show.
      if (error === null || error.code === 1) done(`${stdout}${stderr}`.split("\n"));
      else reject(new Error("The command could not be run.", { cause: error }));
    });
  });
}

const commands = [...(await shownCommands("README.md")), ...(await shownCommands("docs/tour.md"))];

describe("the README and the tour", () => {
  it("show a call and a check", () => {
    expect(commands.map(({ command }) => command.split(" ")[2])).toEqual(["call", "check"]);
  });

  it.each(commands)(
    "show the output of $command",
    async ({ command, lines }) => {
      const printed = await outputOf(argumentsOf(command), { cwd: root });

      for (const line of lines) expect([...printed, "  …"]).toContain(line);
    },
    patience,
  );

  it(
    "show the message for an argument of the wrong type",
    async () => {
      const [call] = commands;
      const wrong = argumentsOf(call?.command ?? "").map((arg) => arg.replace('"b":3', '"b":"3"'));
      const tour = await textOf("docs/tour.md");
      const message = /The model reads ``(?<message>[^`]+)``/.exec(tour)?.groups?.["message"];

      const printed = (await outputOf(wrong, { cwd: root })).join("\n");

      expect(message).toMatch(/^get-sum does not accept this input/);
      expect(printed).toContain(JSON.stringify(message).slice(1, -1));
    },
    patience,
  );

  it("show a tool that compiles and is tested, word for word", async () => {
    const pages = await Promise.all(["README.md", "docs/tour.md"].map(textOf));
    const shown = pages
      .flatMap((page) => [...page.matchAll(/^```ts\n(?<code>.*?)^```$/gms)])
      .map(({ groups }) => groups?.["code"]);

    expect(shown).toEqual([await textOf("examples/forecast/get-forecast.ts")]);
  });
});

describe("sixty seconds with a client's servers", () => {
  it(
    "works as the README says",
    async () => {
      await using folder = await mkdtempDisposable(join(tmpdir(), "toolcourt-readme-"));
      const { before, steps, after } = await sixtySeconds(folder.path);
      const place = await clientAt(folder.path, before);
      const [init = [], call = [], connect = [], serve = []] = steps;

      expect(await outputOf(init, place)).toContain("Wrote toolcourt.yaml.");
      expect((await outputOf(call, place)).join("\n")).toContain('"isError":false');

      await outputOf(connect, place);
      const connected = await readFile(join(folder.path, ".cursor/mcp.json"), "utf8");
      expect(JSON.parse(connected)).toEqual(JSON.parse(after));

      const gateway = spawn("toolcourt", [...serve, "--port", "0"], place);
      try {
        const url = await addressOf(gateway.stdout);
        const client = new Client({ name: "reader", version: "1.0.0" });
        await client.connect(new StreamableHTTPClientTransport(new URL(url)));
        const { tools } = await client.listTools();
        await client.close();

        expect(tools.map(({ name }) => name)).toContain(call[1]);
        // Only the port differs, which is free here.
        expect(after).toContain(`"url": "${url.replace(/:\d+\//, ":7420/")}"`);
      } finally {
        gateway.kill("SIGTERM");
        await once(gateway, "close");
      }
    },
    2 * patience,
  );
});

interface SixtySeconds {
  /** The client's file before. */
  readonly before: string;
  /** The arguments of each command. */
  readonly steps: readonly (readonly string[])[];
  /** The client's file afterwards. */
  readonly after: string;
}

async function sixtySeconds(home: string): Promise<SixtySeconds> {
  const [, section = ""] = (await textOf("README.md")).split(/^## Sixty seconds.*$/m);
  const blocks = [...section.matchAll(/^```(?<kind>json|sh)\n(?<code>.*?)^```$/gms)];
  const of = (kind: string): readonly string[] =>
    blocks.flatMap(({ groups }) => (groups?.["kind"] === kind ? [groups["code"] ?? ""] : []));
  const [before = "", after = ""] = of("json");
  // A shell expands the tilde.
  const steps = of("sh").flatMap((code) =>
    code
      .trimEnd()
      .split("\n")
      .map((line) => argumentsOf(line).map((arg) => arg.replace(/^~/, home))),
  );
  return { before, steps, after };
}

/** Writes the client's file, and lets `npx` find the server that is installed here. */
async function clientAt(folder: string, file: string): Promise<Place> {
  await mkdir(join(folder, ".cursor"));
  await writeFile(join(folder, ".cursor/mcp.json"), file);
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  return { cwd: folder, env: { ...env, HOME: folder } };
}

async function addressOf(stream: AsyncIterable<Buffer>): Promise<string> {
  let printed = "";
  for await (const chunk of stream) {
    printed += chunk.toString();
    const address = /http:\S+/.exec(printed)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error("The gateway did not start.");
}
