import type { JsonObject } from "@toolcourt/sdk";
import { type ConsoleRig, notesFile } from "../../../test/canary/console-rig.ts";
import { echoes } from "../../../test/canary/echo-server.ts";
import { echoPrefixes } from "../../../test/canary/sealed-servers.ts";
import { type Speaker, speakAs } from "../../../test/canary/speak-as.ts";
import { toolNames } from "../../../test/canary/targets.ts";

const atOnce = 8;

/** Leaves something on every page: calls of all outcomes, a request, a draft, and a run. */
export async function useGateway(rig: ConsoleRig): Promise<number> {
  const { gateway, bearers, folder, command } = rig;
  await folder.write("pets.json", JSON.stringify(pets));
  await command("drafts", "import", "pets.json", "--into", "pets");
  const speaker = { url: gateway.url, bearer: bearers.key, era: "modern", hears: false } as const;
  const calls = callsOf(rig);
  for (let at = 0; at < calls.length; at += atOnce) {
    await Promise.all(calls.slice(at, at + atOnce).map((call) => make(speaker, call)));
  }
  await make({ ...speaker, era: "legacy", hears: true }, ["as-progress"]);
  await make({ ...speaker, bearer: bearers.token }, ["as-text"]);
  await make({ ...speaker, bearer: bearers.wrong }, ["as-text"]);
  return calls.length + 3;
}

type Call = readonly [name: string, given?: JsonObject];

function make(speaker: Speaker, [name, given = {}]: Call): Promise<string> {
  return speakAs(speaker, "tools/call", { name, arguments: given });
}

function callsOf({ canaries, stored, bearers }: ConsoleRig): readonly Call[] {
  const hidden = canaries.make("sensitive argument of a call");
  const note = canaries.make("argument of a call");
  return [
    ...["", ...echoPrefixes].flatMap((prefix) => echoes.map((name): Call => [`${prefix}${name}`])),
    ...stored.names.flatMap(toolNames).map((name): Call => [name]),
    ["child-says"],
    ["sealed-child-says"],
    ["as-text", { note, hidden }],
    ["as-error", { note, hidden }],
    ["as-invalid-result", { note, hidden }],
    ["as-text", { note, hidden, unknown: hidden }],
    [`no-such-tool ${bearers.key}`],
    ["read_repo_file", { path: notesFile }],
    ["hello", { name: "Ada" }],
    ["restock-item", { item: "pen", workflow_run: "monday" }],
  ];
}

const pets = {
  openapi: "3.0.3",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://pets.example.com" }],
  paths: {
    "/pets/{id}": {
      get: {
        operationId: "getPet",
        summary: "Returns a pet by its id.",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string", maxLength: 20 } },
        ],
        responses: {
          200: {
            description: "A pet.",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: { name: { type: "string", maxLength: 100 } },
                  required: ["name"],
                  additionalProperties: false,
                },
              },
            },
          },
        },
      },
    },
  },
};
