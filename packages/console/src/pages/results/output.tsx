import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Choices } from "../../ui/choices.tsx";
import { DownloadState, sizeText } from "../../ui/download-state.tsx";
import { Icon } from "../../ui/icons.tsx";
import { type Json, parseJson, partsOf } from "../../ui/json.ts";
import { JsonTree } from "../../ui/json-tree.tsx";
import { StoredText } from "../../ui/stored-text.tsx";
import { useDownload } from "../../ui/use-download.ts";
import type { Result } from "./shapes.ts";
import { resultWords as words } from "./words.ts";

export interface OutputProps {
  readonly result: Result;
  readonly text: string;
  /** Shows the exact text in place of the tree. */
  readonly isExact: boolean;
}

/** What the caller got: as a tree, or as the exact text. */
export function Output({ result, text, isExact }: OutputProps): JSX.Element {
  const { isCut, bytes, callId } = result;
  const tree = useMemo(() => (isCut ? undefined : treeOf(text)), [isCut, text]);
  const path = `/results/${encodeURIComponent(callId)}`;
  return (
    <section class="card stack">
      <header class="card-head">
        <h2>{words.output}</h2>
        {tree !== undefined && (
          <Choices
            label={words.views}
            current={isExact ? "exact" : "tree"}
            choices={[
              { value: "tree", title: words.tree, path },
              { value: "exact", title: words.exact, path: `${path}?view=exact` },
            ]}
          />
        )}
      </header>
      <p class="note">
        <Icon name="warn" />
        {words.untrusted}
      </p>
      <p class="muted">{words.audited}</p>
      {isCut && (
        <p>{words.cut(sizeText(new TextEncoder().encode(text).length), sizeText(bytes))}</p>
      )}
      {!isCut && tree === undefined && <p>{words.noTree}</p>}
      {tree === undefined || isExact ? (
        <>
          <p class="muted">{words.exactHint}</p>
          <StoredText text={text} label={words.output} />
        </>
      ) : (
        <Tree value={tree} />
      )}
      <Save callId={callId} />
    </section>
  );
}

function Tree({ value }: { readonly value: Json }): JSX.Element {
  const opened = useSignal<ReadonlySet<string>>(new Set());
  return (
    <JsonTree
      value={value}
      at=""
      changed={[]}
      opened={opened.value}
      onOpen={(pointer) => (opened.value = new Set([...opened.value, pointer]))}
    />
  );
}

/** An element for each part: more of them would take the browser seconds. */
const maxParts = 3_000;

/** Undefined for a text that is no JSON, or has too many parts. */
function treeOf(text: string): Json | undefined {
  try {
    const value = parseJson(text);
    return countOf(value, maxParts) > maxParts ? undefined : value;
  } catch {
    return undefined;
  }
}

const maxDepth = 64;

/** Counts the parts of a value, and stops beyond a limit. One that is too deep has too many. */
function countOf(value: Json, limit: number, depth = 0): number {
  if (depth > maxDepth) return limit + 1;
  let count = 1;
  for (const [, part] of partsOf(value)) {
    count += countOf(part, limit - count, depth + 1);
    if (count > limit) break;
  }
  return count;
}

function Save({ callId }: { readonly callId: string }): JSX.Element {
  const download = useDownload();
  const name = /^[\w.-]+$/.test(callId) ? `result-${callId}.json` : "result.json";
  const save = (): void =>
    download.start({
      path: `results/${encodeURIComponent(callId)}/output`,
      name,
      type: "application/json",
    });
  return (
    <>
      <div class="buttons">
        <button type="button" disabled={download.state.value.kind === "running"} onClick={save}>
          <Icon name="download" />
          {words.save}
        </button>
      </div>
      <DownloadState download={download} />
    </>
  );
}
