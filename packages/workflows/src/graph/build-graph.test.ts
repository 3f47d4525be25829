import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { env, execPath } from "node:process";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

const program = resolve(import.meta.dirname, "../testing/programs/runs-traced.ts");

/** Returns every variable that turns tracing on, under all its past names. */
function switchedOn(address: string): Record<string, string> {
  const said = {
    TRACING: "true",
    TRACING_V2: "true",
    ENDPOINT: address,
    API_KEY: "key",
    VERBOSE: "true",
  };
  const families = ["LANGSMITH", "LANGCHAIN"];
  const names = families.flatMap((family) =>
    Object.entries(said).map(([name, value]) => [`${family}_${name}`, value] as const),
  );
  return Object.fromEntries(names);
}

async function started(as: "workflow" | "graph") {
  const requests: string[] = [];
  await using server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    response.end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;

  const child = spawn(execPath, ["--conditions=@toolcourt/source", program, as], {
    env: { ...env, ...switchedOn(`http://127.0.0.1:${port}`) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // The program exits once it has nothing more to send.
  const [printed] = await Promise.all([text(child.stdout), once(child, "exit")]);
  server.closeAllConnections();
  return { code: child.exitCode, printed, requests };
}

// Starts two programs, each of which loads LangGraph.
const patience = 60_000;

it(
  "sends and prints nothing of a workflow in any environment",
  async () => {
    const [ours, theirs] = await Promise.all([started("workflow"), started("graph")]);

    expect(ours).toEqual({ code: 0, printed: "", requests: [] });
    expect(theirs.requests).toContainEqual(expect.stringMatching(/^POST /));
    expect(theirs.printed).not.toBe("");
  },
  patience,
);
