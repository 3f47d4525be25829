import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Overview, Server, Waiting } from "../../api/shapes.ts";
import { href } from "../../router.ts";
import { CallsChart, LatencyChart, MinutesTable } from "../../ui/charts.tsx";
import { Command, SameInTerminal } from "../../ui/command.tsx";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { type Minute, minutesOf } from "../../ui/minutes.ts";
import { Empty, Failure } from "../../ui/problem.tsx";
import { sentenceOf } from "../../ui/sentence.ts";
import { serverPath } from "../../ui/server-path.ts";
import { words } from "../../words.ts";
import { useWorkspace } from "../../workspace.ts";
import type { PageProps } from "../section.ts";
import { LiveCallsCard } from "./live-calls.tsx";

/** What waits, how the servers are, and what is called. */
export function OverviewPage({ query }: PageProps): JSX.Element {
  const { overview } = useWorkspace();
  const { value } = overview.loaded.value;
  return (
    <>
      <h1 tabIndex={-1}>{words.overview.title}</h1>
      <Failure loader={overview} />
      {value !== undefined && <Content overview={value} />}
      <LiveCallsCard onlyRefused={query.get("only") === "refused"} />
      <SameInTerminal line="npx toolcourt top" />
    </>
  );
}

function Content({ overview }: { readonly overview: Overview }): JSX.Element {
  return (
    <>
      <Waits waiting={overview.waiting} />
      <Calls overview={overview} />
      <Servers servers={overview.servers} />
    </>
  );
}

const tiles = [
  "approvals",
  "heldTools",
  "drafts",
  "unfinishedCalls",
  "unsignedRows",
  "expiringConnections",
] as const;

function Waits({ waiting }: { readonly waiting: Waiting }): JSX.Element {
  const { announcement } = useWorkspace();
  const { approvals } = waiting;
  useEffect(() => {
    if (approvals !== null && approvals > 0) {
      announcement.value = `${words.overview.tiles.approvals}: ${words.nav.waiting(approvals)}`;
    }
  }, [approvals, announcement]);
  return (
    <section aria-label={words.overview.waiting}>
      <h2>{words.overview.waiting}</h2>
      <ul class="tiles">
        {tiles.map((name) => (
          <li key={name}>
            <Tile name={name} count={waiting[name]} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TileProps {
  readonly name: (typeof tiles)[number];
  readonly count: number | null;
}

/** The pages of what waits, for those who have one of the permissions. */
const pages: Record<TileProps["name"], readonly [path: string, ...any: string[]]> = {
  approvals: ["/approvals", "approvals:read"],
  heldTools: ["/tools?state=held", "tools:read"],
  drafts: ["/drafts", "drafts:review", "drafts:write"],
  unfinishedCalls: ["/audit?view=unfinished", "audit:read"],
  unsignedRows: ["/audit", "audit:read"],
  expiringConnections: ["/connections?state=expiring", "connections:read"],
};

/** A number with its link. Where there is no page for the principal, the command is the link. */
function Tile({ name, count }: TileProps): JSX.Element {
  const text = (
    <>
      <span class="tile-count">{count ?? <Icon name="lock" />}</span>
      <span class="tile-name">{words.overview.tiles[name]}</span>
    </>
  );
  if (count === null) {
    return (
      <div class="tile" title={words.overview.unknown}>
        {text}
        <span class="unseen">{words.overview.unknown}</span>
      </div>
    );
  }
  return (
    <KnownTile name={name} count={count}>
      {text}
    </KnownTile>
  );
}

/** Up to which number nothing waits for a person. The gateway signs each minute or thousand rows. */
const unhurried: Partial<Record<TileProps["name"], number>> = { unsignedRows: 1_000 };

interface KnownTileProps extends TileProps {
  readonly count: number;
  readonly children: JSX.Element;
}

function KnownTile({ name, count, children }: KnownTileProps): JSX.Element {
  const { may } = useWorkspace();
  const kind = count > (unhurried[name] ?? 0) ? "tile tile-waits" : "tile";
  const [path, ...any] = pages[name];
  if (any.some(may)) {
    return (
      <a class={kind} href={href(path)}>
        {children}
        <Icon name="right" />
      </a>
    );
  }
  return (
    <div class={kind}>
      {children}
      {count > 0 && <Command line={words.overview.commands[name]} />}
    </div>
  );
}

function Calls({ overview: { at, calls } }: { readonly overview: Overview }): JSX.Element {
  const minutes = useMemo(() => minutesOf(calls.buckets, at), [calls, at]);
  const lacking = useLackOfCounts();
  return (
    <section class="card">
      <header class="card-head">
        <h2>{words.overview.calls}</h2>
        <Export name="calls-a-minute" columns={minuteColumns} rows={minutes} />
      </header>
      {lacking === undefined ? <Charts minutes={minutes} /> : <p class="note">{lacking}</p>}
    </section>
  );
}

/** Returns why the principal gets no counts of calls. Undefined if it does. */
function useLackOfCounts(): string | undefined {
  const { may, me } = useWorkspace();
  if (!may("calls:read")) return words.overview.lacksCalls;
  return me.principal.tenant === undefined ? undefined : words.overview.lacksTenant;
}

function Charts({ minutes }: { readonly minutes: readonly Minute[] }): JSX.Element {
  if (minutes.every(({ count }) => count === 0)) {
    return <Empty sentence={words.overview.noCalls} command={words.overview.noCallsCommand} />;
  }
  return (
    <>
      <div class="charts">
        <div>
          <p class="legend">
            <span class="legend-good">{words.overview.succeeded}</span>
            <span class="legend-bad">
              {words.overview.refused}, {words.overview.failed}
            </span>
          </p>
          <CallsChart minutes={minutes} />
        </div>
        <div>
          <p class="legend">
            <span>{words.overview.latency}</span>
            <span class="legend-p50">{words.overview.p50}</span>
            <span class="legend-p95">{words.overview.p95}</span>
          </p>
          <LatencyChart minutes={minutes} />
        </div>
      </div>
      <details>
        <summary>{words.overview.table}</summary>
        <div class="scroll" tabIndex={0} role="region" aria-label={words.overview.calls}>
          <MinutesTable minutes={minutes} />
        </div>
      </details>
    </>
  );
}

function Servers({ servers }: { readonly servers: readonly Server[] }): JSX.Element {
  return (
    <section class="card">
      <header class="card-head">
        <h2>{words.overview.servers}</h2>
        <Export name="servers" columns={serverColumns} rows={servers} />
      </header>
      <ServerList servers={servers} />
    </section>
  );
}

function ServerList({ servers }: { readonly servers: readonly Server[] }): JSX.Element {
  const { may } = useWorkspace();
  if (!may("servers:read")) return <p class="note">{words.overview.lacksServers}</p>;
  if (servers.length === 0) {
    return <Empty sentence={words.overview.noServers} command={words.overview.noServersCommand} />;
  }
  return (
    <ul class="servers">
      {servers.map((server) => (
        <li key={server.name}>
          <ServerLine server={server} />
        </li>
      ))}
    </ul>
  );
}

function ServerLine({ server }: { readonly server: Server }): JSX.Element {
  const { name, state } = server;
  const isGood = state === "ready";
  // A failure that is over is history.
  const error = isGood ? undefined : errorText(server);
  return (
    <>
      <a href={href(serverPath(name))}>
        <Foreign text={name} />
      </a>
      <span class={isGood ? "tag tag-good" : "tag tag-warn"}>
        <Icon name={isGood ? "check" : "warn"} />
        <Foreign text={state} />
      </span>
      {error !== undefined && (
        <span class="server-error">
          <Foreign text={sentenceOf(error)} />
        </span>
      )}
    </>
  );
}

function errorText({ lastError }: Server): string | undefined {
  return lastError?.because;
}

const minuteColumns: readonly Column<Minute>[] = [
  { name: "minute", cell: ({ at }) => new Date(at).toISOString() },
  { name: "calls", cell: ({ count }) => count },
  { name: "refused", cell: ({ refused }) => refused },
  { name: "failed", cell: ({ failed }) => failed },
  { name: "p50", cell: ({ p50 }) => p50 },
  { name: "p95", cell: ({ p95 }) => p95 },
];

const serverColumns: readonly Column<Server>[] = [
  { name: "name", cell: ({ name }) => name },
  { name: "state", cell: ({ state }) => state },
  { name: "lastError", cell: (server) => errorText(server) ?? null },
];
