import type { ComponentChildren, JSX } from "preact";
import { href } from "../../router.ts";
import { SameInTerminal } from "../../ui/command.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Failure } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useWorkspace } from "../../workspace.ts";
import type { PageProps } from "../section.ts";
import "./connections.css";
import { ConnectionActions } from "./connection-actions.tsx";
import { ConnectionTag } from "./connection-tag.tsx";
import { type Connection, connection as readConnection } from "./shapes.ts";
import { connectionWords as words } from "./words.ts";

/** One connection: what it is for, how it does, and what can be done. */
export function ConnectionPage({ parts: [id = ""] }: PageProps): JSX.Element {
  const loader = useAnswer(`connections/${encodeURIComponent(id)}`, readConnection);
  const { value } = loader.loaded.value;
  return (
    <>
      <a class="back" href={href("/connections")}>
        <Icon name="left" />
        {words.back}
      </a>
      <header class="page-head">
        <h1 tabIndex={-1}>{value === undefined ? words.one : <Foreign text={value.name} />}</h1>
        {value !== undefined && <ConnectionTag connection={value} />}
      </header>
      <Failure loader={loader} />
      {value !== undefined && (
        <>
          <Facts connection={value} />
          <ConnectionActions connection={value} loader={loader} />
          <SameInTerminal line={`npx toolcourt connections show ${nameOf(value)}`} />
        </>
      )}
    </>
  );
}

/** A name comes from the gateway, and may still be one that no command takes. */
function nameOf({ name }: Connection): string {
  return /^[A-Za-z\d][\w.-]{0,63}$/.test(name) ? name : "<name>";
}

function Facts({ connection }: { readonly connection: Connection }): JSX.Element {
  const { id, kind, owner, tenant, users, origins, issuer, clientId, scope } = connection;
  return (
    <section class="card facts">
      <dl>
        <Fact name={words.kind} text={kind} />
        <Fact name={words.owner} text={owner} />
        {tenant !== undefined && <Fact name={words.tenant} text={tenant} />}
        {users !== undefined && <Fact name={words.users} text={usersOf(users)} />}
        {scope !== undefined && <Fact name={words.scope} text={scope} />}
        <Times connection={connection} />
        {issuer !== undefined && <Fact name={words.issuer} text={issuer} isCode />}
        {clientId !== undefined && <Fact name={words.client} text={clientId} isCode />}
        <Fact name={words.origins} text={origins.join(", ")} isCode />
        <Fact name={words.id} text={id} isCode />
      </dl>
      <LastError connection={connection} />
      <p class="muted">{words.noSecret}</p>
    </section>
  );
}

function usersOf(users: string): string {
  return users === "owner" || users === "tenant" ? words.userNames[users] : users;
}

interface FactProps {
  readonly name: string;
  readonly text?: string;
  readonly isCode?: boolean;
  readonly children?: ComponentChildren;
}

function Fact({ name, text, isCode = false, children }: FactProps): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd class={isCode ? "code" : undefined}>
        {text !== undefined && <Foreign text={text} />}
        {children}
      </dd>
    </div>
  );
}

function Times({ connection }: { readonly connection: Connection }): JSX.Element {
  const now = useWorkspace().now.value;
  const { expires, tokenEnds, added, changed } = connection;
  return (
    <>
      <Fact name={words.expires}>
        {expires === undefined ? words.never : <Time at={expires} now={now} />}
      </Fact>
      {tokenEnds !== undefined && (
        <Fact name={words.tokenEnds}>
          <Time at={tokenEnds} now={now} />
        </Fact>
      )}
      <Fact name={words.added}>
        <Time at={added} now={now} />
      </Fact>
      <Fact name={words.changed}>
        <Time at={changed} now={now} />
      </Fact>
    </>
  );
}

function LastError({
  connection: { lastError },
}: {
  readonly connection: Connection;
}): JSX.Element {
  const now = useWorkspace().now.value;
  if (lastError === null) {
    return (
      <p class="muted">
        {words.error}: {words.noError}
      </p>
    );
  }
  const { at, message, code } = lastError;
  return (
    <p class="bad">
      {words.error}, <Time at={at} now={now} />: <Foreign text={message} />{" "}
      <code>
        <Foreign text={code} />
      </code>
    </p>
  );
}
