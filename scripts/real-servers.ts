import { parseArgs } from "node:util";
import { type Half, listServers, type PublishedServer } from "./real-servers/list.ts";
import { type Measured, measure } from "./real-servers/measure.ts";
import { missedBounds, reportLines, totalsOf } from "./real-servers/report.ts";

// npm run real-servers [-- --only NAME]... [--half A|B] [--json]
// Opens a gateway with default settings over published servers, and counts which tools work.
// Exit 0: the bounds are kept. Exit 1: one is missed. Exit 2: bad usage.
const { values: flags } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    half: { type: "string" },
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
  const { half } = flags;
  if (half !== undefined && !isHalf(half)) throw new Error("Give --half A or B.");
  return listServers(flags.only).filter((each) => half === undefined || each.half === half);
}

/** Ends with 2 for a name or a half that does not exist. */
function orBadUsage<Given>(read: () => Given): Given {
  try {
    return read();
  } catch (error) {
    console.error(error instanceof Error ? error.message : "Bad usage.");
    return process.exit(2);
  }
}

function isHalf(text: string): text is Half {
  return text === "A" || text === "B";
}
