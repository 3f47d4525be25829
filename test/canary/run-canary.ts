import { command } from "../promises/command.ts";
import { type Court, ofChild, ofServers, openCanaryCourt } from "./court.ts";
import { echoes } from "./echo-server.ts";
import { childrenOf, filesIn, shownOf, textPlace } from "./places.ts";
import { type Hit, type Place, search } from "./search.ts";
import { type Speaker, speakAs } from "./speak-as.ts";

export interface CanaryReport {
  readonly hits: readonly Hit[];
  readonly credentials: number;
  readonly places: number;
  readonly requests: number;
}

/** Uses every credential there is, well and badly, and then looks for them everywhere. */
export async function runCanary(seed: number): Promise<CanaryReport> {
  await using court = await openCanaryCourt(seed);
  const answers = await useEverything(court);
  const places = [...(await placesOf(court)), ...answers];
  await court.gateway[Symbol.asyncDispose]();
  const after = [...filesOf(court), textPlace("what the gateway printed", court.gateway.printed())];
  const all = [...places, ...after];
  return {
    hits: search(court.canaries.all(), all),
    credentials: court.canaries.all().length,
    places: all.length,
    requests: answers.length,
  };
}

const speakers: readonly Omit<Speaker, "url" | "bearer">[] = [
  { era: "modern", hears: false },
  { era: "modern", hears: true },
  { era: "legacy", hears: false },
  { era: "legacy", hears: true },
];

async function useEverything({ gateway, bearers }: Court): Promise<readonly Place[]> {
  const places: Place[] = [];
  for (const [who, bearer] of Object.entries(bearers)) {
    for (const speaker of speakers) {
      const ask = async (method: string, params: Parameters<typeof speakAs>[2]): Promise<void> => {
        const answer = await speakAs({ url: gateway.url, bearer, ...speaker }, method, params);
        const how = `${method} ${JSON.stringify(params).slice(0, 60)} by ${who}, ${speaker.era}`;
        places.push(textPlace(`answer to ${how}`, answer));
      };
      await ask("tools/list", {});
      await ask("resources/read", { uri: "file:///note" });
      await ask("prompts/list", {});
      await ask("tools/call", { name: "child-says", arguments: {} });
      await ask("tools/call", { name: "hello", arguments: {} });
      await ask("tools/call", { name: "as-text", arguments: { unknown: 1 } });
      await ask("tools/call", { name: `no-such-tool ${bearer}`, arguments: {} });
      for (const name of echoes) await ask("tools/call", { name, arguments: {} });
    }
  }
  return places;
}

const commands: readonly (readonly string[])[] = [
  ["audit", "export"],
  ["audit", "unfinished"],
  ["approvals", "list"],
  ["config", "effective"],
];

async function placesOf(court: Court): Promise<readonly Place[]> {
  const { gateway, echo, folder, metrics } = court;
  const children = childrenOf(gateway.pid).flatMap((pid) =>
    shownOf({ pid, name: `child ${pid}`, given: [ofChild] }),
  );
  const shown: Place[] = [];
  for (const args of commands) {
    const text = await command(folder.path, ...args).catch((error: unknown) => String(error));
    shown.push(textPlace(`toolcourt ${args.join(" ")}`, text));
  }
  return [
    ...filesOf(court),
    ...shownOf({ pid: gateway.pid, name: "the gateway", given: [ofChild] }),
    ...children,
    ...shown,
    textPlace("metrics", await (await fetch(metrics)).text()),
    { name: "what servers heard", bytes: Buffer.from(echo.heard()), mayHold: ofServers },
  ];
}

/** The operator's own file holds what the operator wrote, and a file of a key holds the key. */
function filesOf({ folder }: Court): readonly Place[] {
  return filesIn(folder.path, (file) => file === "toolcourt.yaml" || file.endsWith(".key"));
}
