import type { JSX } from "preact";
import { href } from "../../router.ts";
import { Command, SameInTerminal } from "../../ui/command.tsx";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { Fact } from "../../ui/fact.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Empty, Failure } from "../../ui/problem.tsx";
import { sentenceOf } from "../../ui/sentence.ts";
import { Time } from "../../ui/time.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useWorkspace } from "../../workspace.ts";
import type { PageProps } from "../section.ts";
import { ClauseTable } from "./clause-table.tsx";
import { Breaker, ServerStateTag } from "./server-tags.tsx";
import { type ClauseSum, server as readServer, type Server } from "./shapes.ts";
import { texts } from "./words.ts";
import "./servers.css";

/** One server: how it fares, and what its calls keep of their contracts. */
export function ServerPage({ parts: [name = ""] }: PageProps): JSX.Element {
  const loader = useAnswer(`servers/${encodeURIComponent(name)}`, readServer, {
    isAbout: (topic) => topic === "servers",
  });
  const { value } = loader.loaded.value;
  return (
    <>
      <a class="back" href={href("/servers")}>
        <Icon name="left" />
        {texts.back}
      </a>
      <header class="page-head">
        <h1 tabIndex={-1}>{value === undefined ? texts.one : <Foreign text={value.name} />}</h1>
        {value !== undefined && <ServerStateTag state={value.state} />}
      </header>
      <Failure loader={loader} />
      {value !== undefined && <Content server={value} />}
      <SameInTerminal line="npx toolcourt servers" />
    </>
  );
}

function Content({ server }: { readonly server: Server }): JSX.Element {
  const { because, next } = server;
  return (
    <>
      {because !== undefined && (
        <div class="note">
          <Icon name="warn" />
          <p>
            <Foreign text={sentenceOf(because)} />
          </p>
          {next !== undefined && <Command line={`npx ${next}`} />}
        </div>
      )}
      <Facts server={server} />
      <LastFailure server={server} />
      <Clauses clauses={server.clauses} />
    </>
  );
}

function Facts({ server }: { readonly server: Server }): JSX.Element {
  const now = useWorkspace().now.value;
  const { address, mode, profiles, required, era, since, restarts, breaker } = server;
  return (
    <section class="card facts">
      <dl>
        <Fact name={texts.tools}>
          <ToolLinks server={server} />
        </Fact>
        <Fact name={texts.mode}>{mode}</Fact>
        <Fact name={texts.profiles}>{profiles.join(", ")}</Fact>
        <Fact name={texts.need}>{required ? texts.required : texts.optional}</Fact>
        <Fact name={texts.era}>{era === null ? texts.eraUnknown : texts.eraText(era)}</Fact>
        <Fact name={texts.since}>
          {since === null ? texts.sinceUnknown : <Time at={since} now={now} />}
        </Fact>
        <Fact name={texts.restarts}>{texts.times(restarts)}</Fact>
        <Fact name={texts.breaker}>
          <Breaker breaker={breaker} />
        </Fact>
        <Fact name={texts.offers}>
          {texts.also(server.prompts, server.resources, server.templates) || texts.offersNothing}
        </Fact>
        <Fact name={texts.address} isCode>
          <Foreign text={address} />
        </Fact>
      </dl>
    </section>
  );
}

function ToolLinks({ server: { name, tools } }: { readonly server: Server }): JSX.Element {
  const path = `/tools?${new URLSearchParams({ server: name }).toString()}`;
  return (
    <>
      <a href={href(path)}>{texts.toTools(tools.admitted + tools.quarantined)}</a>
      {tools.quarantined > 0 && (
        <>
          , <a href={href(`${path}&state=held`)}>{texts.toHeld(tools.quarantined)}</a>
        </>
      )}
    </>
  );
}

/** The last failure in our words, and apart from it what the server wrote. */
function LastFailure({ server: { lastError, state } }: { readonly server: Server }) {
  const now = useWorkspace().now.value;
  if (lastError === undefined) return null;
  const { at, because, wrote } = lastError;
  return (
    <section class="card">
      <header class="card-head">
        <h2>{texts.lastError}</h2>
        <span class="muted">
          <Time at={at} now={now} />
        </span>
      </header>
      <p>
        <Foreign text={sentenceOf(because)} /> {state === "ready" && texts.over}
      </p>
      {wrote !== undefined && (
        <>
          <h3>{texts.wrote}</h3>
          <blockquote>
            <Foreign text={wrote.text} lines />
          </blockquote>
        </>
      )}
    </section>
  );
}

function Clauses({ clauses }: Pick<Server, "clauses">): JSX.Element {
  return (
    <section class="card">
      <header class="card-head">
        <h2>{texts.clauses}</h2>
        <Export name="clauses" columns={columns} rows={clauses} />
      </header>
      {clauses.length === 0 ? <Empty sentence={texts.noClauses} /> : <ClauseTable rows={clauses} />}
    </section>
  );
}

const columns: readonly Column<ClauseSum>[] = [
  { name: "clause", cell: ({ clause }) => clause },
  { name: "mode", cell: ({ mode }) => mode },
  { name: "checked", cell: ({ checked }) => checked },
  { name: "broken", cell: ({ broken }) => broken },
];
