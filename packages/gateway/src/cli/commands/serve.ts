import { type FetchKeys, openFetchKeys } from "../../compose/fetch-keys.ts";
import { holdOnce } from "../../compose/open-redaction.ts";
import { takeRequestsOf } from "../../compose/take-requests.ts";
import { type AdminDependencies, createAdmin } from "../../edge/admin/admin.ts";
import { createClosingTime } from "../../edge/closing-time.ts";
import type { Face } from "../../edge/mcp-server.ts";
import { openHttp } from "../../edge/open-http.ts";
import { listenStdio } from "../../edge/stdio.ts";
import { Refusal } from "../../foundation/errors/refusal.ts";
import { version } from "../../foundation/kernel/version.ts";
import { createIdentities } from "../../governance/identity/create-identities.ts";
import { defineCommand, type Surroundings } from "../command.ts";
import { configFlag } from "../config-flag.ts";
import { type OpenKeys, openKeys } from "../open-keys.ts";
import { openMetrics } from "../open-metrics.ts";
import { type ConfiguredGateway, openConfigured } from "../with-gateway.ts";

export const serve = defineCommand({
  name: "serve",
  summary: "Stand before the configured servers and enforce their tools' contracts",
  positionals: "",
  flags: {
    config: configFlag,
    stdio: { type: "switch", summary: "Talk to one client over stdin and stdout" },
    port: {
      type: "text",
      value: "n",
      summary: "Listen on this port of loopback; 0 picks a free one",
    },
    frozenLock: {
      type: "switch",
      summary: "Refuse to start where the lock would have to be written",
    },
    inspectable: {
      type: "switch",
      summary: "Start although options of Node let others read the memory of this process",
    },
    record: {
      type: "text",
      value: "file",
      summary: "Add every call and its result to this file, without secrets, for toolcourt adopt",
    },
    verbose: { type: "switch", summary: "Also log how each tool's configuration came about" },
  },
  notes: [
    "Without a configuration the workspace tools are served over the current folder.",
    "Exit 0: stopped. Exit 2: could not start.",
  ],

  async run({ values }, surroundings) {
    const { terminal, signal } = surroundings;
    refuseMisuse(values);
    const port = portOf(values.port);
    checkExposure(values.inspectable, surroundings);
    const least = values.verbose ? "debug" : "info";
    const { config, frozenLock: frozen, record } = values;
    await using configured = await openConfigured({ config, frozen, least, record }, surroundings);
    await using keys = await openKeys(configured, config, surroundings);
    await using besides = new AsyncDisposableStack();
    besides.use(await openMetrics(configured, surroundings));
    const issuers = configured.config.auth?.trusted.map(({ jwksUrl }) => jwksUrl) ?? [];
    await using theirs = openFetchKeys(issuers, surroundings);
    const face = faceOf(configured, { find: keys.find, fetch: theirs.fetch }, surroundings);

    if (values.stdio) {
      await using client = listenStdio(face);
      await Promise.race([aborted(signal), client.gone]);
      return 0;
    }
    const { listen } = configured.config;
    const place = { ...listen, port: port ?? listen.port, clock: surroundings.clock };
    await using entrance = await openHttp(face, place).catch((error: unknown) => {
      throw new Refusal("listen-failed", { port: place.port }, { cause: error });
    });
    terminal.out(`Toolcourt listens on ${entrance.url.href}`);
    await aborted(signal);
    return 0;
  },
});

function faceOf(
  configured: ConfiguredGateway,
  keys: Pick<OpenKeys, "find"> & Pick<FetchKeys, "fetch">,
  { newId, clock }: Surroundings,
): Face {
  const { gateway, config, authority, watch, redaction } = configured;
  const met = holdOnce(redaction.registry);
  const { callTool, listed, registry, relays, relaysFor, subscribe, isReady, review } = gateway;
  const contractOf: AdminDependencies["contractOf"] = (tool) =>
    registry.current().tools.get(tool)?.contract;
  return {
    line: {
      listed,
      callTool,
      relays,
      relaysFor,
      subscribe,
      isReady,
      traces: watch.traces,
    },
    // Whoever sits at this machine. Over HTTP that is everybody who can connect, unless `auth` says who may call.
    arrival: { principal: { id: "local", permissions: "all", kind: "local" }, newId },
    version,
    closing: createClosingTime(clock),
    ...(config.perPrincipal && {
      takeRequest: takeRequestsOf(config.perPrincipal, { clock, rate: authority?.rate }),
    }),
    ...(config.auth && {
      identities: {
        ...createIdentities(config.auth, { clock, fetch: keys.fetch, met }, keys.find),
        ...(authority && { arrivals: authority.arrivals }),
      },
    }),
    ...(review && { admin: createAdmin({ ...review, contractOf }) }),
  };
}

function refuseMisuse({
  stdio,
  port,
  record,
}: {
  readonly stdio: boolean;
  readonly port: string | undefined;
  readonly record: string | undefined;
}): void {
  if (stdio && port !== undefined) {
    throw misused("Give --stdio or --port: one talks over pipes, the other listens.");
  }
  if (record === "") throw misused("Give --record a file.");
}

function checkExposure(isAllowed: boolean, { exposedBy = [] }: Surroundings): void {
  if (isAllowed || exposedBy.length === 0) return;
  throw misused(
    `Node was started with ${exposedBy.join(", ")}, which lets others read the secrets of this process. Start it without, or say --inspectable.`,
  );
}

function portOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (port <= 65_535) return port;
  throw misused("Give --port a number from 0 to 65535.");
}

function misused(problem: string): Refusal {
  return new Refusal("usage-invalid", { problem, help: "toolcourt serve --help" });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
