import { parseArgs } from "node:util";
import {
  listServers,
  type PublishedServer,
  type ServerSet,
  serverSets,
} from "./real-servers/list.ts";
import { type Measured, measure } from "./real-servers/measure.ts";
import { missedBounds, reportLines, totalsOf } from "./real-servers/report.ts";

// npm run real-servers [-- --only NAME]... [--set A|B|C] [--json]
// Opens a gateway with default settings over published servers, and counts which tools work.
// Exit 0: the bounds are kept. Exit 1: one is missed. Exit 2: bad usage.
const { values: flags } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    set: { type: "string" },
    json: { type: "boolean", default: false },
  },
});

const servers = orBadUsage(chosen);
const measured: Measured[] = [];
for (const server of servers) {
  console.error(`${server.name}@${server.version}`);
  measured.push(await measure(server));
}
const missed = missedBounds(measured);
if (flags.json) {
  console.log(JSON.stringify({ servers: measured, totals: totalsOf(measured), missed }, null, 2));
} else {
  for (const line of [...reportLines(measured), ...missed]) console.log(line);
}
// Not `exitCode`: a server may have left a process that keeps ours alive.
process.exit(missed.length === 0 ? 0 : 1);

function chosen(): readonly PublishedServer[] {
  const { set } = flags;
  if (set !== undefined && !isServerSet(set)) throw new Error("Give --set A, B or C.");
  return listServers(flags.only).filter((each) => set === undefined || each.set === set);
}

/** Ends with 2 for a name or a set that does not exist. */
function orBadUsage<Given>(read: () => Given): Given {
  try {
    return read();
  } catch (error) {
    console.error(error instanceof Error ? error.message : "Bad usage.");
    return process.exit(2);
  }
}

function isServerSet(text: string): text is ServerSet {
  return serverSets.some((set) => set === text);
}
