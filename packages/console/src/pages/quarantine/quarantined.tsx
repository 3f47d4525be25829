import type { JSX } from "preact";
import { href } from "../../router.ts";
import { CallLink } from "../../ui/call-link.tsx";
import { Choices } from "../../ui/choices.tsx";
import { SameInTerminal } from "../../ui/command.tsx";
import { FactList, FactRow } from "../../ui/fact-list.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Failure } from "../../ui/problem.tsx";
import { StoredText } from "../../ui/stored-text.tsx";
import { Time } from "../../ui/time.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useWorkspace } from "../../workspace.ts";
import type { PageProps } from "../section.ts";
import { Forget } from "./forget.tsx";
import { type Quarantined, quarantined } from "./shapes.ts";
import { quarantineWords as words } from "./words.ts";

/** One quarantined result with its text. Each look is recorded, so it is loaded once. */
export function QuarantinedPage({ parts: [id = ""], query }: PageProps): JSX.Element {
  const loader = useAnswer(`quarantine/${encodeURIComponent(id)}`, quarantined, { isOnce: true });
  const { value } = loader.loaded.value;
  return (
    <>
      <a class="back" href={href("/quarantine")}>
        <Icon name="left" />
        {words.back}
      </a>
      <header class="page-head">
        <h1 tabIndex={-1}>{value === undefined ? words.one : <Foreign text={value.tool} />}</h1>
      </header>
      <Failure loader={loader} />
      {value !== undefined && (
        <>
          <Facts result={value} />
          <Issues issues={value.issues} />
          <Answer result={value} isExact={query.get("view") === "exact"} />
          <Forget id={value.id} />
          <SameInTerminal line={`npx toolcourt quarantine show ${shortIdOf(value.id)}`} />
        </>
      )}
    </>
  );
}

/** The beginning of an id is enough, and an id of another form is in no command. */
function shortIdOf(id: string): string {
  return /^[\w-]+$/.test(id) ? id.slice(0, 8) : "<id>";
}

function Facts({ result }: { readonly result: Quarantined }): JSX.Element {
  const now = useWorkspace().now.value;
  const { server, clause, at, callId, tenant, contract, sha256, redacted, id } = result;
  return (
    <FactList>
      <FactRow name={words.server}>
        <Foreign text={server} />
      </FactRow>
      <FactRow name={words.clause}>
        <Foreign text={clause} />
      </FactRow>
      <FactRow name={words.kept}>
        <Time at={at} now={now} />
      </FactRow>
      <FactRow name={words.redacted}>{words.places(redacted)}</FactRow>
      {tenant !== "" && (
        <FactRow name={words.tenant}>
          <Foreign text={tenant} />
        </FactRow>
      )}
      <FactRow name={words.call} isCode>
        <CallLink id={callId} />
      </FactRow>
      <FactRow name={words.id} isCode>
        <Foreign text={id} />
      </FactRow>
      <FactRow name={words.contract} isCode>
        <Foreign text={contract} />
      </FactRow>
      <FactRow name={words.sha} isCode>
        <Foreign text={sha256} />
      </FactRow>
    </FactList>
  );
}

function Issues({ issues }: { readonly issues: readonly string[] }): JSX.Element | null {
  if (issues.length === 0) return null;
  return (
    <section class="card">
      <h2>{words.issues}</h2>
      <ul class="issues">
        {issues.map((issue, index) => (
          <li key={index}>
            <Foreign text={issue} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AnswerProps {
  readonly result: Quarantined;
  readonly isExact: boolean;
}

function Answer({ result: { id, text, visible, isCut }, isExact }: AnswerProps): JSX.Element {
  const path = `/quarantine/${encodeURIComponent(id)}`;
  return (
    <section class="card stack">
      <header class="card-head">
        <h2>{words.answer}</h2>
        <Choices
          label={words.views}
          current={isExact ? "exact" : "stored"}
          choices={[
            { value: "stored", title: words.asStored, path },
            { value: "exact", title: words.exact, path: `${path}?view=exact` },
          ]}
        />
      </header>
      <p class="note">
        <Icon name="warn" />
        {words.untrusted}
      </p>
      <p class="muted">
        {isCut && words.cut} {isExact ? words.exactHint : words.storedHint} {words.audited}
      </p>
      {isExact ? (
        <pre tabIndex={0} class="wrap stored" aria-label={words.answer}>
          {visible}
        </pre>
      ) : (
        <StoredText text={text} label={words.answer} />
      )}
    </section>
  );
}
