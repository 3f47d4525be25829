import type { JSX } from "preact";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { Json } from "../../ui/json.ts";
import { JsonTree } from "../../ui/json-tree.tsx";
import { Prose } from "../../ui/prose.tsx";
import type { ChangedPlace, Draft, Finding } from "./shapes.ts";
import { draftWords as words } from "./words.ts";

export interface DraftToolProps {
  readonly draft: Draft;
  /** Pointers of the long values that are open. */
  readonly opened: ReadonlySet<string>;
  readonly onOpen: (pointer: string) => void;
}

/** What a draft would be: the tool, its request, and what the rules say. */
export function DraftTool({ draft, opened, onOpen }: DraftToolProps): JSX.Element {
  const { tool, operation, findings, changedSinceApproved } = draft;
  const tree = (value: Json, at: string): JSX.Element => (
    <JsonTree value={value} at={at} changed={[]} opened={opened} onOpen={onOpen} />
  );
  return (
    <section class="card">
      <header class="card-head">
        <h2>{words.tool}</h2>
        <Export name="draft-findings" columns={columns} rows={findings} />
      </header>
      <Findings findings={findings} />
      {changedSinceApproved !== undefined && <Changes places={changedSinceApproved} />}
      {tree(tool, "/tool")}
      <h3>{words.operation}</h3>
      {tree(operation, "/operation")}
    </section>
  );
}

function Findings({ findings }: { readonly findings: readonly Finding[] }): JSX.Element {
  if (findings.length === 0) return <p class="muted">{words.noFindings}</p>;
  return (
    <ul class="findings" aria-label={words.findings}>
      {findings.map(({ severity, rule, pointer, message }) => (
        <li key={`${rule} ${pointer} ${message}`}>
          <span class={severity === "error" ? "tag tag-bad" : "tag tag-warn"}>
            <Icon name="warn" />
            <Foreign text={severity} />
          </span>{" "}
          <code>
            <Foreign text={rule} />
          </code>{" "}
          <Prose text={message} />{" "}
          <code>
            <Foreign text={pointer} />
          </code>
        </li>
      ))}
    </ul>
  );
}

function Changes({ places }: { readonly places: readonly ChangedPlace[] }): JSX.Element {
  return (
    <>
      <h3>{words.changes}</h3>
      <ul class="findings">
        {places.map(({ pointer, was, is }) => (
          <li key={pointer}>
            <code>
              <Foreign text={pointer} />
            </code>{" "}
            <span class="removed">
              <Foreign text={briefOf(was)} />
            </span>{" "}
            →{" "}
            <span class="added">
              <Foreign text={briefOf(is)} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The whole is in the tree. */
const maxBrief = 300;

function briefOf(value: Json | undefined): string {
  if (value === undefined) return words.nothing;
  const text = JSON.stringify(value);
  return text.length > maxBrief ? `${text.slice(0, maxBrief)}…` : text;
}

const columns: readonly Column<Finding>[] = [
  { name: "severity", cell: ({ severity }) => severity },
  { name: "rule", cell: ({ rule }) => rule },
  { name: "pointer", cell: ({ pointer }) => pointer },
  { name: "message", cell: ({ message }) => message },
];
