import type { JsonValue } from "@toolcourt/sdk";
import { Refusal } from "../errors/refusal.ts";
import { createEraMemory } from "../upstreams/era-memory.ts";
import { openUpstream } from "../upstreams/open-upstream.ts";
import type { Surroundings } from "./command.ts";
import { printable } from "./printable.ts";
import type { Target } from "./targets.ts";

/** Whether what was named is a server and not a file. */
export function isLive(named: string): boolean {
  return /^https?:\/\//i.test(named);
}

/** The tools of a server that runs. It is called like its host, unless somebody names it. */
export async function readLiveTargets(
  named: string,
  server: string | undefined,
  surroundings: Surroundings,
): Promise<readonly Target[]> {
  const url = urlOf(named);
  const file = printable(`${url.origin}${url.pathname}`);
  const tools = await listTools(url, surroundings).catch((error: unknown) => {
    throw new Refusal("file-unreadable", { file, because: "failed" }, { cause: error });
  });
  return tools.map((tool) => ({
    file,
    server: server ?? url.hostname,
    tool,
    // What a server says has no lines.
    locate: (pointers) => new Map(pointers.map((each) => [each, { line: 1, column: 1 }])),
  }));
}

async function listTools(url: URL, surroundings: Surroundings): Promise<readonly JsonValue[]> {
  const { clock, signal } = surroundings;
  const patient = AbortSignal.any([signal, AbortSignal.timeout(30_000)]);
  await using upstream = await openUpstream(
    { kind: "streamable_http", url },
    {
      clock,
      signal: patient,
      memory: createEraMemory(clock),
      listeners: { toolsChanged: () => undefined },
      searchPath: "",
    },
  );
  return await upstream.listTools(patient);
}

function urlOf(named: string): URL {
  const url = URL.parse(named);
  if (url !== null) return url;
  const problem = "Give a whole address, such as http://127.0.0.1:7420/mcp.";
  throw new Refusal("usage-invalid", { problem, help: "toolcourt check --help" });
}
