import { readSuites, overlayOf } from "./agentdojo-data.ts";
import { openWorld } from "./agentdojo-world.ts";
import { pathToFileURL } from "node:url";
const data = "/work/shared/data/agentdojo";
const { replayer } = await import(pathToFileURL(data + "/evaluate.mjs").href);
const [suite] = readSuites(data);
const policy = process.env.POL ?? `version: 1
statements:
  - { id: all, effect: allow, principals: ["*"], tools: ["*"] }
...
`;
const overlays = new Map(suite.tools.map((t) => [t.name, JSON.stringify(overlayOf(t))]));
console.time("open");
const world = await openWorld(suite.tools, { overlays, policy });
console.timeEnd("open");
const trace = suite.traces.find((t) => t.kind === "benign")!;
world.play(replayer(trace));
for (const c of trace.calls) {
  console.time(c.tool);
  console.log(c.tool, JSON.stringify(c.arguments), await world.call({ principal: "u:1", tool: c.tool, arguments: c.arguments, words: undefined }));
  console.timeEnd(c.tool);
}
await world[Symbol.asyncDispose]();
