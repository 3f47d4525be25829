import type { JSX } from "preact";
import { href } from "../../router.ts";
import { SameInTerminal } from "../../ui/command.tsx";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Empty, Failure } from "../../ui/problem.tsx";
import { sentenceOf } from "../../ui/sentence.ts";
import { serverPath } from "../../ui/server-path.ts";
import { Time } from "../../ui/time.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useWorkspace } from "../../workspace.ts";
import { Breaker, ServerStateTag } from "./server-tags.tsx";
import { type Server, serverList } from "./shapes.ts";
import { texts } from "./words.ts";
import "./servers.css";

/** Every configured server and what became of it. */
export function ServersPage(): JSX.Element {
  const loader = useAnswer("servers", serverList, { isAbout: (topic) => topic === "servers" });
  const { value } = loader.loaded.value;
  const servers = value?.servers ?? [];
  return (
    <>
      <header class="page-head">
        <h1 tabIndex={-1}>{texts.title}</h1>
        <Export name="servers" columns={columns} rows={servers} />
      </header>
      <Failure loader={loader} />
      {value !== undefined && <List servers={servers} />}
      <SameInTerminal line="npx toolcourt servers" />
    </>
  );
}

function List({ servers }: { readonly servers: readonly Server[] }): JSX.Element {
  if (servers.length === 0) return <Empty sentence={texts.none} command={texts.noneCommand} />;
  return (
    <div class="card requests">
      <table class="list" aria-label={texts.list}>
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.state}</th>
            <th scope="col">{texts.mode}</th>
            <th scope="col">{texts.since}</th>
            <th scope="col">{texts.tools}</th>
            <th scope="col">{texts.held}</th>
            <th scope="col">{texts.breaker}</th>
            <th scope="col" class="right">
              {texts.breaches}
            </th>
          </tr>
        </thead>
        <tbody>
          {servers.map((server) => (
            <Row key={server.name} server={server} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ server }: { readonly server: Server }): JSX.Element {
  const now = useWorkspace().now.value;
  const { name, state, mode, profiles, since, tools, breaker, because } = server;
  const broken = brokenIn(server);
  return (
    <tr>
      <th scope="row">
        <a data-row href={href(serverPath(name))}>
          <Foreign text={name} />
        </a>
      </th>
      <td data-label={texts.state}>
        <span class="server-state">
          <ServerStateTag state={state} />
          {because !== undefined && (
            <span class="muted">
              <Foreign text={sentenceOf(because)} />
            </span>
          )}
        </span>
      </td>
      <td data-label={texts.mode}>
        {mode}, {profiles.join(", ")}
      </td>
      <td data-label={texts.since}>
        {since === null ? texts.sinceUnknown : <Time at={since} now={now} />}
      </td>
      <td data-label={texts.tools}>{texts.counted(tools.admitted, tools.withApproval)}</td>
      <td data-label={texts.held} class={tools.quarantined > 0 ? "bad" : undefined}>
        {tools.quarantined}
      </td>
      <td data-label={texts.breaker}>
        <Breaker breaker={breaker} />
      </td>
      <td data-label={texts.breaches} class={broken > 0 ? "right bad" : "right"}>
        {broken}
      </td>
    </tr>
  );
}

function brokenIn({ clauses }: Server): number {
  return clauses.reduce((sum, { broken }) => sum + broken, 0);
}

const columns: readonly Column<Server>[] = [
  { name: "name", cell: ({ name }) => name },
  { name: "state", cell: ({ state }) => state },
  { name: "because", cell: ({ because }) => because ?? null },
  { name: "mode", cell: ({ mode }) => mode },
  { name: "profiles", cell: ({ profiles }) => profiles.join(" ") },
  { name: "era", cell: ({ era }) => era },
  {
    name: "since",
    cell: ({ since }) => (since === null ? null : new Date(since).toISOString()),
  },
  { name: "admitted", cell: ({ tools }) => tools.admitted },
  { name: "withApproval", cell: ({ tools }) => tools.withApproval },
  { name: "held", cell: ({ tools }) => tools.quarantined },
  { name: "paused", cell: ({ breaker }) => String(breaker.isOpen) },
  { name: "breaches", cell: brokenIn },
];
