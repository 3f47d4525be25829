import type { JSX } from "preact";
import { FactList, FactRow } from "../../ui/fact-list.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Empty, Failure } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useWorkspace } from "../../workspace.ts";
import { type AuditStatus, auditStatus, type LogPlace } from "./shapes.ts";
import { Verification } from "./verification.tsx";
import { auditWords as words } from "./words.ts";

/** How far the log goes and is signed, and its verification. */
export function StateView(): JSX.Element {
  const loader = useAnswer("audit/status", auditStatus);
  const { value } = loader.loaded.value;
  return (
    <>
      <Failure loader={loader} />
      {value !== undefined && <Status status={value} />}
      {value !== undefined && <Verification onVerified={loader.reload} />}
    </>
  );
}

function Status({ status }: { readonly status: AuditStatus }): JSX.Element {
  const { last, signed, checkpoint, key } = status;
  return (
    <>
      <Trouble status={status} />
      {last === null && <Empty sentence={words.empty} />}
      <FactList>
        {last !== null && (
          <FactRow name={words.lastRow}>
            <Place place={last} />
          </FactRow>
        )}
        <FactRow name={words.signedUpTo}>
          {signed === null ? words.nothingSigned : <Place place={signed} />}
        </FactRow>
        <FactRow name={words.signer} isCode>
          <Foreign text={key.origin} />
        </FactRow>
        <FactRow name={words.keyId} isCode>
          <Foreign text={key.id} />
        </FactRow>
        <FactRow name={words.publicKey} isCode>
          <Foreign text={key.publicKey} />
        </FactRow>
      </FactList>
      {checkpoint !== null && <Checkpoint note={checkpoint} />}
    </>
  );
}

function Trouble({ status: { last, signed, unsigned } }: { readonly status: AuditStatus }) {
  if (unsigned !== null) {
    return (
      <p class="problem" role="alert">
        <span>
          <Icon name="warn" />
          <Foreign text={words.cannotSign(unsigned)} />
        </span>
      </p>
    );
  }
  const left = (last?.row ?? 0) - (signed?.row ?? 0);
  return (
    <p class={left > 0 ? "note" : "muted"}>{left > 0 ? words.notSigned(left) : words.allSigned}</p>
  );
}

function Place({ place: { row, at, hash } }: { readonly place: LogPlace }): JSX.Element {
  const now = useWorkspace().now.value;
  return (
    <>
      {words.rowAt(row)}
      {at !== null && (
        <>
          , <Time at={at} now={now} />
        </>
      )}
      <span class="code muted audit-hash">
        <Foreign text={hash} />
      </span>
    </>
  );
}

function Checkpoint({ note }: { readonly note: string }): JSX.Element {
  return (
    <section class="card">
      <h2>{words.checkpoint}</h2>
      <p class="muted">{words.checkpointHint}</p>
      <pre tabIndex={0} class="wrap" aria-label={words.checkpoint}>
        <Foreign text={note.trimEnd()} lines />
      </pre>
    </section>
  );
}
