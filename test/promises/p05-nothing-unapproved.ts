import { openFolder } from "../../packages/testing/src/folder.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import { openPoisonedGateway } from "./poison/poisoned-gateway.ts";
import { type Carrier, carriers, poisonedTool } from "./poison/poisoned-tools.ts";
import { openPoisoningServer } from "./poison/poisoning-server.ts";
import { missing, type Poison, poisons, traces } from "./poison/poisons.ts";
import { definePromise, type Figure, type ProofContext } from "./promise.ts";
import { createRandom } from "./random.ts";
import { serverEntry } from "./server-entry.ts";

export const promise = definePromise({
  id: "P5",
  text: "Of a strict server nothing unapproved reaches a client: no new tool, no changed one, no text of its errors, instructions, prompts or resources.",
  proofs: [
    {
      title: "poisoned descriptions in tools that are new or changed",
      missing: () => missing,
      prove: afterTheStart,
    },
    {
      title: "poisoned descriptions in tools that are new at the start",
      missing: () => missing,
      prove: atTheStart,
    },
  ],
});

const eras = ["modern", "legacy"] as const;
/** A server may have 500 tools, and each text is in two. */
const maxAtOnce = 200;

async function afterTheStart(context: ProofContext): Promise<readonly Figure[]> {
  const all = chosen(context);
  let [bytes, leaked] = [0, 0];
  const seen = new Set<string>();
  for (const [number, { era, carrier, poison }] of parts(all, context.short).entries()) {
    context.signal.throwIfAborted();
    await using gateway = await openPoisonedGateway({ era, carrier, poison });
    const received = await gateway.received();
    bytes += received.length;
    leaked += gateway.leaked();
    for (const { canary } of traces(poison, received)) {
      if (seen.size < 5) context.note(`${canary}: ${era}, ${carrier}, part ${number}`);
      seen.add(canary);
    }
  }
  return [
    { label: "poisoned texts", value: all.length, must: { atLeast: context.short ? 20 : 400 } },
    { label: "bytes that clients received", value: bytes, must: { atLeast: 10_000 } },
    { label: "texts of which a trace was among them", value: seen.size, must: { is: 0 } },
    { label: "calls of such tools that ran", value: leaked, must: { is: 0 } },
  ];
}

function chosen({ short, seed }: ProofContext): readonly Poison[] {
  const all = poisons();
  if (!short) return all;
  const random = createRandom(seed);
  return Array.from({ length: 40 }, () => all[random.below(all.length)]).filter(
    (poison) => poison !== undefined,
  );
}

interface Part {
  readonly era: (typeof eras)[number];
  readonly carrier: Carrier;
  readonly poison: readonly Poison[];
}

/**
 * Returns every text in every part of a tool, for both eras. In a short run the parts take turns.
 */
function parts(all: readonly Poison[], short: boolean): readonly Part[] {
  if (short) {
    const size = Math.ceil(all.length / carriers.length);
    return carriers.map((carrier, index) => ({
      era: index % 2 === 0 ? "modern" : "legacy",
      carrier,
      poison: all.slice(index * size, (index + 1) * size),
    }));
  }
  const slices = Array.from({ length: Math.ceil(all.length / maxAtOnce) }, (_, index) =>
    all.slice(index * maxAtOnce, (index + 1) * maxAtOnce),
  );
  return eras.flatMap((era) =>
    carriers.flatMap((carrier) => slices.map((poison) => ({ era, carrier, poison }))),
  );
}

/**
 * Counts starts with an unlisted tool. Each must fail, because no client could be asked about the
 * tool.
 */
async function atTheStart(context: ProofContext): Promise<readonly Figure[]> {
  const all = chosen(context).slice(0, context.short ? 2 : 20);
  let started = 0;
  for (const [index, { text }] of all.entries()) {
    const carrier = carriers[index % carriers.length] ?? "description";
    const tools = [poisonedTool("get-new", carrier, text)];
    const era = eras[index % 2] ?? "modern";
    await using server = await openPoisoningServer({ era, tools, poison: all });
    const entry = serverEntry("weather", server.url.href, { mode: "strict" });
    await using folder = await openFolder();
    await folder.write("toolcourt.yaml", JSON.stringify({ toolbox: { mcps: [entry] } }));
    const opened = await openServing(folder.path).catch(() => undefined);
    if (opened !== undefined) started += 1;
    await opened?.[Symbol.asyncDispose]();
  }
  return [
    { label: "starts with an unlisted tool", value: all.length },
    { label: "of them that began to listen", value: started, must: { is: 0 } },
  ];
}
