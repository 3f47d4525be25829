import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import {
  type CommandContext,
  configFlag,
  defineCommand,
  type ExitCode,
  jsonFlag,
  type Screen,
  textFlag,
  usage,
} from "../../command.ts";
import { suggested } from "../../suggest.ts";
import { drawView } from "./draw.ts";
import type { GatewayMetrics } from "./read-gateway.ts";
import { type Moment, type View, viewOf } from "./view.ts";

const flags = {
  config: configFlag,
  url: textFlag("url", "The metrics of the gateway (default: telemetry.metrics, on this machine)"),
  token: textFlag("file", "The file that holds the token of the metrics"),
  json: jsonFlag,
};

export const command = defineCommand({
  flags,
  notes: [
    "Reads the metrics of a running gateway every second. q ends it.",
    "Rates are of the last 10 seconds. p50 and p99 too, or of all time without a call in them.",
    "Without a terminal, or with --json, it prints one view of one second.",
    "Exit 0: shown. Exit 2: the metrics could not be read.",
  ],

  async run({ values }, context) {
    const url =
      values.url === undefined ? await configuredUrl(values.config, context) : asUrl(values.url);
    const token = values.token === undefined ? undefined : await readToken(values.token, context);
    const { openMetrics } = await import("./read-gateway.ts");
    await using metrics = openMetrics({ url, token }, context);
    const first = await metrics.read(context.signal);
    if (typeof first === "string") return failed(url, first, context);
    if (values.json || context.openScreen === undefined) {
      return await once({ metrics, url, first }, values.json, context);
    }
    using screen = context.openScreen();
    await live({ metrics, url, first }, screen, context);
    return 0;
  },
});

interface Watched {
  readonly metrics: GatewayMetrics;
  readonly url: URL;
  readonly first: Moment;
}

const everyMs = 1_000;
const windowMs = 10_000;

/** Prints one view of one second. */
async function once(
  { metrics, url, first }: Watched,
  json: boolean,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal, clock, signal } = context;
  await clock.sleep(everyMs, signal);
  const second = await metrics.read(signal);
  if (typeof second === "string") return failed(url, second, context);
  const view = viewOf(first, second);
  const { color, columns } = terminal;
  terminal.out(json ? printableJson(view) : drawView(view, { color, columns }).join("\n"));
  return 0;
}

/** Draws each second until the user ends it. A gateway that is gone may come back. */
async function live(
  { metrics, url, first }: Watched,
  screen: Screen,
  { clock, signal, terminal: { color } }: CommandContext,
): Promise<void> {
  const ends = AbortSignal.any([signal, screen.quit]);
  let moments: readonly Moment[] = [];
  let view: View = viewOf(first, first);
  for (let next: Moment | string = first; !ends.aborted; ) {
    if (typeof next === "object") {
      const { at: now } = next;
      moments = [...moments.filter(({ at }) => now - at <= windowMs), next];
      view = viewOf(moments[0] ?? next, next);
    }
    const { rows, columns } = screen.size();
    const foot = typeof next === "string" ? next : `${url.href}  q ends`;
    screen.draw([
      ...drawView(view, { color, columns, rows: rows - 1 }),
      printable(foot).slice(0, columns),
    ]);
    await clock.sleep(everyMs, ends).catch(() => undefined);
    next = await metrics.read(ends).catch(() => "The metrics cannot be read.");
  }
}

function failed(url: URL, problem: string, { terminal }: CommandContext): ExitCode {
  const next = suggested("toolcourt top --help", terminal);
  terminal.err(`Cannot read ${printable(url.href)}: ${problem} (next: ${next})`);
  return 2;
}

function asUrl(text: string): URL {
  const url = /^https?:\/\/[^\s@]+$/i.test(text) ? URL.parse(text) : null;
  if (url !== null) return url;
  throw usage("Give --url the address of the metrics, such as http://127.0.0.1:9464/metrics.");
}

/** Returns where the configured gateway has its metrics. */
async function configuredUrl(file: string | undefined, context: CommandContext): Promise<URL> {
  const { findConfig } = await import("@toolcourt/gateway/internal/compose/find-config");
  const { loadConfig } = await import("@toolcourt/gateway/internal/config/load");
  const { unreadSecrets } = await import("@toolcourt/gateway/internal/config/server-references");
  const { text, source } = await findConfig(file, context);
  // Looking at a running gateway needs no secret of its servers.
  const { metrics } = loadConfig(text, { ...source, secrets: unreadSecrets }).telemetry;
  if (metrics === undefined) {
    throw usage("The configuration has no telemetry.metrics. Set it, or give --url.");
  }
  const { host, port } = metrics;
  // A gateway that listens on all addresses is reached by loopback.
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host.replace(/^::$/, "::1");
  return new URL(`http://${reached.includes(":") ? `[${reached}]` : reached}:${port}/metrics`);
}

async function readToken(file: string, context: CommandContext): Promise<string> {
  const { readText } = await import("@toolcourt/gateway/internal/boundary/files/read-file");
  const text = (await readText(file, context, 1)).trim();
  // The error must not quote it.
  if (/^[\x21-\x7e]{1,4096}$/.test(text)) return text;
  throw usage("What --token names is not one line of plain characters.");
}
