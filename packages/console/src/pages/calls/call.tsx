import "./calls.css";
import type { ComponentChildren, JSX } from "preact";
import { href } from "../../router.ts";
import { SameInTerminal } from "../../ui/command.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Failure } from "../../ui/problem.tsx";
import { Prose } from "../../ui/prose.tsx";
import { Time } from "../../ui/time.tsx";
import { ToolLink } from "../../ui/tool-link.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useWorkspace } from "../../workspace.ts";
import type { PageProps } from "../section.ts";
import { type Call, type CallEntry, call as readCall } from "./shapes.ts";
import { Outcome } from "./status-tag.tsx";
import { Waterfall } from "./waterfall.tsx";
import { texts } from "./words.ts";

/** One call with all that is on record. */
export function CallPage({ parts: [id = ""] }: PageProps): JSX.Element {
  const loader = useAnswer(`calls/${encodeURIComponent(id)}`, readCall, {
    isAbout: (topic, about) => topic === "calls" && about === id,
  });
  const { value } = loader.loaded.value;
  return (
    <>
      <a class="back" href={href("/calls")}>
        <Icon name="left" />
        {texts.back}
      </a>
      <header class="page-head">
        <h1 tabIndex={-1}>{value === undefined ? texts.one : <Foreign text={value.tool} />}</h1>
        {value !== undefined && <Outcome call={value} />}
      </header>
      <Failure loader={loader} />
      {value !== undefined && <Found call={value} />}
    </>
  );
}

function Found({ call }: { readonly call: Call }): JSX.Element {
  return (
    <>
      <Facts call={call} />
      <Waterfall call={call} />
      {call.explained !== null && <Explained explained={call.explained} />}
      <Entries entries={call.entries} />
      {/* Never with the id of the address: who wrote the link could write the command. */}
      <SameInTerminal line={`npx toolcourt calls show ${call.id.slice(0, 8)}`} />
    </>
  );
}

function Facts({ call }: { readonly call: Call }): JSX.Element {
  const now = useWorkspace().now.value;
  const { id, tool, server, at, approval, result, entries } = call;
  return (
    <section class="card facts call-facts">
      <dl>
        <Fact name={texts.caller}>
          <Caller call={call} />
        </Fact>
        {server !== null && (
          <>
            <Fact name={texts.tool}>
              <ToolLink server={server} tool={tool} />
            </Fact>
            <Fact name={texts.server}>
              <Foreign text={server} />
            </Fact>
          </>
        )}
        <Fact name={texts.began}>
          <Time at={at} now={now} />
        </Fact>
        {approval !== null && (
          <Fact name={texts.approval}>
            <a href={href(`/approvals/${encodeURIComponent(approval.id)}`)}>
              <Foreign text={approval.state} />
            </a>
          </Fact>
        )}
        {result !== null && <Result id={id} result={result} />}
        <Fact name={texts.rows}>
          {entries.map(({ row }) => (
            <>
              <a href={href(`/audit?row=${row}`)}>{texts.row(row)}</a>{" "}
            </>
          ))}
        </Fact>
        <Known entries={entries} />
        <Fact name={texts.call} isCode>
          <Foreign text={id} />
        </Fact>
      </dl>
    </section>
  );
}

function Caller({ call: { person, subject, tenant } }: { readonly call: Call }): JSX.Element {
  return (
    <>
      <a href={href(`/calls?subject=${encodeURIComponent(subject)}`)}>
        <Foreign text={person ?? subject} />
      </a>
      {tenant !== null && (
        <span class="muted">
          {" "}
          <Foreign text={tenant} />
        </span>
      )}
    </>
  );
}

interface ResultProps {
  readonly id: string;
  readonly result: NonNullable<Call["result"]>;
}

function Result({ id, result: { digest, bytes, isKept } }: ResultProps): JSX.Element {
  return (
    <Fact name={texts.result} isCode>
      <Foreign text={digest} />
      <span class="muted">
        {" "}
        {texts.bytes(bytes)},{" "}
        {isKept ? (
          <a href={href(`/results/${encodeURIComponent(id)}`)}>{texts.kept}</a>
        ) : (
          texts.notKept
        )}
      </span>
    </Fact>
  );
}

/** Members of the entries that help to follow a call, in both of its entries or in one. */
const known = [
  ["statement", texts.rule],
  ["correlationId", texts.correlation],
  ["traceId", texts.trace],
] as const;

function Known({ entries }: Pick<Call, "entries">): JSX.Element {
  const parent = memberOf(entries, "parent");
  return (
    <>
      {known.map(([member, name]) => {
        const value = memberOf(entries, member);
        return (
          value !== undefined && (
            <Fact key={member} name={name} isCode>
              <Foreign text={value} />
            </Fact>
          )
        );
      })}
      {parent !== undefined && (
        <Fact name={texts.parent} isCode>
          <a href={href(`/calls/${encodeURIComponent(parent)}`)}>
            <Foreign text={parent} />
          </a>
        </Fact>
      )}
    </>
  );
}

function memberOf(entries: readonly CallEntry[], member: string): string | undefined {
  const values = entries.map(({ body }) => body[member]);
  return values.filter((value) => typeof value === "string").find((value) => value !== "");
}

function Explained({
  explained: { meaning, remedy, retryable },
}: {
  readonly explained: NonNullable<Call["explained"]>;
}): JSX.Element {
  return (
    <section class="card">
      <h2>{texts.why}</h2>
      <p>
        <Prose text={meaning} />
      </p>
      <h3>{texts.remedy}</h3>
      <p>
        <Prose text={remedy} />{" "}
        {retryable !== undefined && (retryable ? texts.retry.yes : texts.retry.no)}
      </p>
    </section>
  );
}

function Entries({ entries }: Pick<Call, "entries">): JSX.Element {
  return (
    <section class="card">
      <h2>{texts.entries}</h2>
      <p class="muted">{texts.entriesHint}</p>
      {entries.map(({ row, hash, body }) => (
        <details key={row}>
          <summary>
            {texts.row(row)}{" "}
            <code>
              <Foreign text={hash.slice(0, 12)} />
            </code>
          </summary>
          <pre class="wrap" tabIndex={0}>
            <Foreign text={JSON.stringify(body, undefined, 2)} lines />
          </pre>
        </details>
      ))}
    </section>
  );
}

interface FactProps {
  readonly name: string;
  readonly isCode?: boolean;
  readonly children: ComponentChildren;
}

function Fact({ name, isCode = false, children }: FactProps): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={isCode ? "code" : undefined}>{children}</dd>
    </div>
  );
}
