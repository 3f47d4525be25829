import type { JSX } from "preact";
import type { Approval, ExactText } from "../../api/shapes.ts";
import { href } from "../../router.ts";
import { Foreign } from "../../ui/foreign.tsx";
import { type Json, partsOf } from "../../ui/json.ts";
import { JsonTree } from "../../ui/json-tree.tsx";
import { words } from "../../words.ts";
import type { ApprovalParts } from "./approval.tsx";

export interface ArgumentsProps {
  readonly approval: Approval;
  readonly parts: ApprovalParts;
  /** Shows the exact text in place of the tree. */
  readonly isExact: boolean;
  readonly opened: ReadonlySet<string>;
  readonly onOpen: (pointers: readonly string[]) => void;
}

/** What will run: as a tree, or as the exact text. */
export function Arguments(props: ArgumentsProps): JSX.Element {
  const { approval, parts, isExact } = props;
  const { answers, lastRun } = approval;
  return (
    <section class="card">
      <header class="card-head">
        <h2>{words.approval.arguments}</h2>
        <Views id={approval.id} isExact={isExact} />
      </header>
      <Changes lastRun={lastRun} input={parts.input} />
      {isExact ? (
        <Exact text={approval.arguments} />
      ) : (
        <Tree {...props} value={parts.input} at="/arguments" changed={lastRun?.changedArguments} />
      )}
      {answers !== undefined && parts.answered !== undefined && (
        <>
          <h3>{words.approval.answers}</h3>
          {isExact ? (
            <Exact text={answers} />
          ) : (
            <Tree {...props} value={parts.answered} at="/answers" changed={[]} />
          )}
        </>
      )}
    </section>
  );
}

interface ViewsProps {
  readonly id: string;
  readonly isExact: boolean;
}

function Views({ id, isExact }: ViewsProps): JSX.Element {
  const path = `/approvals/${id}`;
  return (
    <nav class="choices" aria-label={words.approval.views}>
      <a href={href(path)} aria-current={isExact ? undefined : "true"}>
        {words.approval.tree}
      </a>
      <a href={href(`${path}?view=exact`)} aria-current={isExact ? "true" : undefined}>
        {words.approval.exact}
      </a>
    </nav>
  );
}

interface ChangesProps {
  readonly lastRun: Approval["lastRun"];
  readonly input: Json;
}

function Changes({ lastRun, input }: ChangesProps): JSX.Element {
  if (lastRun === undefined) return <p class="muted">{words.approval.firstRun}</p>;
  const { changedArguments: changed, id } = lastRun;
  const names = new Set(partsOf(input).map(([name]) => name));
  const gone = changed.filter((name) => !names.has(name));
  return (
    <>
      <p class={changed.length === 0 ? "muted" : undefined}>
        {words.approval.changedSince(changed.length)}{" "}
        <a class="code own-target" href={href(`/approvals/${encodeURIComponent(id)}`)}>
          <Foreign text={id.slice(0, 8)} />
        </a>
      </p>
      {gone.map((name) => (
        <p key={name} class="gone">
          <Foreign text={name} />: {words.approval.gone}
        </p>
      ))}
    </>
  );
}

interface TreeProps extends ArgumentsProps {
  readonly value: Json;
  readonly at: string;
  readonly changed: readonly string[] | undefined;
}

function Tree({ value, at, changed, opened, onOpen }: TreeProps): JSX.Element {
  if (partsOf(value).length === 0) return <p class="muted">{words.approval.noArguments}</p>;
  return (
    <JsonTree
      value={value}
      at={at}
      changed={changed ?? []}
      opened={opened}
      onOpen={(pointer) => onOpen([pointer])}
    />
  );
}

/** The text as the command shows it, and the bytes themselves. */
function Exact({ text: { visible, canonical } }: { readonly text: ExactText }): JSX.Element {
  const bytes = new TextEncoder().encode(canonical).length;
  return (
    <>
      <p class="muted">{words.approval.exactHint}</p>
      <pre tabIndex={0} aria-label={words.approval.exact}>
        {visible}
      </pre>
      <details>
        <summary>
          {words.approval.canonical} <span class="muted">{words.approval.bytes(bytes)}</span>
        </summary>
        <pre tabIndex={0} aria-label={words.approval.canonical} class="wrap">
          <Foreign text={canonical} />
        </pre>
      </details>
    </>
  );
}
