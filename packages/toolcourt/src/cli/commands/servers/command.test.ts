import { openFolder } from "@toolcourt/testing/folder";
import { openTarget } from "@toolcourt/testing/target";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

const gone = await openTarget((_request, response) => response.end());
await gone[Symbol.asyncDispose]();
const host = `127.0.0.1:${gone.port}`;
const mail = `    - name: mail
      transport: streamable_http
      url: "http://ada:hunter22@${host}/mcp?key=hunter22"
      mode: strict
`;

describe("toolcourt servers", () => {
  it("shows an unreachable server with the reason and the next command", async () => {
    await using folder = await openFolder({ "other.yaml": `toolbox:\n  mcps:\n${mail}` });
    const { code, output } = await run(["servers", "-c", "other.yaml"], { folder: folder.path });

    expect(code).toBe(1);
    expect(output.split("\n")).toEqual([
      `mail  unreachable  strict  required  http://${host}/mcp`,
      "  the connection was refused (ECONNREFUSED)",
      "  A gateway does not start: the server is required.",
      "  next: toolcourt explain-error server-unreachable",
    ]);
    expect(await folder.files()).toEqual(["other.yaml"]);
  });

  it("prints the same as JSON", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": `toolbox:\n  mcps:\n${mail}` });
    const { output } = await run(["servers", "--json"], { folder: folder.path });

    expect(JSON.parse(output)).toEqual({
      servers: [
        {
          name: "mail",
          address: `http://${host}/mcp`,
          mode: "strict",
          profiles: ["core"],
          required: true,
          state: "unreachable",
          because: "the connection was refused (ECONNREFUSED)",
          next: "toolcourt explain-error server-unreachable",
          era: null,
          since: "2026-11-01T00:00:00.000Z",
          restarts: 0,
          lastError: {
            at: "2026-11-01T00:00:00.000Z",
            because: "the connection was refused (ECONNREFUSED)",
          },
          tools: { admitted: 0, withApproval: 0, quarantined: 0 },
          resources: 0,
          templates: 0,
          prompts: 0,
          breaker: { isOpen: false, pausedTools: 0 },
          clauses: [],
        },
      ],
    });
  });

  it("says if there are none", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": "toolbox: { local: [] }" });

    expect(await run(["servers"], { folder: folder.path })).toMatchObject({
      code: 0,
      output: "The configuration has no servers.",
    });
  });
});
