import type { JSX } from "preact";
import { words } from "../words.ts";
import { Foreign } from "./foreign.tsx";
import { Icon } from "./icons.tsx";
import { isList, isLong, type Json, longValue, partsOf, pointerTo } from "./json.ts";

export interface JsonTreeProps {
  readonly value: Json;
  /** Where the value is. Pointers of long values begin with it. */
  readonly at: string;
  /** Names of the members at the top that differ from the last run. */
  readonly changed: readonly string[];
  /** Pointers of the long values that are shown whole. */
  readonly opened: ReadonlySet<string>;
  readonly onOpen: (pointer: string) => void;
}

/** Shows a JSON value as an indented tree. Nothing of it is folded but long values. */
export function JsonTree(props: JsonTreeProps): JSX.Element {
  const { value, at, changed } = props;
  if (value === null || typeof value !== "object") return <Leaf {...props} />;
  const parts = partsOf(value);
  if (parts.length === 0) return <span class="token">{isList(value) ? "[]" : "{}"}</span>;
  return (
    <ul class={isList(value) ? "tree tree-list" : "tree"}>
      {parts.map(([name, part]) => (
        <li key={name} class={changed.includes(name) ? "changed" : undefined}>
          <span class="key">
            <Foreign text={name} />
          </span>
          {changed.includes(name) && <Changed />}
          <JsonTree {...props} value={part} at={pointerTo(at, name)} changed={[]} />
        </li>
      ))}
    </ul>
  );
}

function Changed(): JSX.Element {
  return (
    <span class="tag tag-warn">
      <Icon name="write" />
      {words.approval.changed}
    </span>
  );
}

function Leaf({ value, at, opened, onOpen }: JsonTreeProps): JSX.Element {
  if (typeof value !== "string") return <span class="token">{JSON.stringify(value)}</span>;
  if (!isLong(value)) return <Text text={value} />;
  if (!opened.has(at)) {
    return (
      <>
        <Text text={value.slice(0, longValue).toWellFormed()} />
        <button type="button" class="open-long" onClick={() => onOpen(at)}>
          {words.approval.openLong(value.length)}
        </button>
      </>
    );
  }
  return (
    <>
      <span class="tag">{words.approval.long(value.length)}</span>
      <Text text={value} />
    </>
  );
}

function Text({ text }: { readonly text: string }): JSX.Element {
  return (
    <span class="text">
      <Foreign text={text} />
    </span>
  );
}
