import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { isList, type Json, partsOf as membersOf, pointerTo } from "../../ui/json.ts";
import type { Marked } from "./answer.tsx";
import { claimsByPointer, partsOf, type QuotedPart, textOf } from "./quotes.ts";
import type { Claim, ResultShown } from "./shapes.ts";
import { askWords as words } from "./words.ts";

export interface ResultProps {
  readonly result: ResultShown;
  readonly claims: readonly Claim[];
  readonly marked: Marked;
}

/** The result of the tool, with the quotes of the claims marked in it. */
export function ResultView({ result, claims, marked }: ResultProps): JSX.Element {
  const { structured, content, isError, hints, sha256 } = result;
  const quotes = { claims, marked, at: claimsByPointer(claims) };
  return (
    <section class="card result">
      <h2>{words.result}</h2>
      {isError && (
        <p class="bad">
          <Icon name="warn" />
          {words.isError}
        </p>
      )}
      {structured === undefined ? (
        content.map((block, index) => <Block key={index} block={block} />)
      ) : (
        <Tree value={structured} quotes={quotes} />
      )}
      {hints !== undefined && (
        <details>
          <summary>{words.suggestions}</summary>
          <Tree value={hints} />
        </details>
      )}
      <p class="muted">
        {words.sha256} <code>{sha256}</code>
      </p>
    </section>
  );
}

/** A content block. Text is shown as such. */
function Block({ block }: { readonly block: Json }): JSX.Element {
  const isText = typeof block === "object" && block !== null && !isList(block);
  const text = isText && block["type"] === "text" ? block["text"] : undefined;
  if (typeof text !== "string") return <Tree value={block} />;
  return (
    <blockquote>
      <LongText parts={[{ text, claims: [] }]} quotes={undefined} lines />
    </blockquote>
  );
}

interface Quotes {
  readonly claims: readonly Claim[];
  readonly at: ReadonlyMap<string, readonly number[]>;
  readonly marked: Marked;
}

interface TreeProps {
  readonly value: Json;
  /** Default: nothing is quoted. */
  readonly quotes?: Quotes | undefined;
  /** The pointer of the value. Default: the root. */
  readonly at?: string;
}

/** More would hold up the browser. */
const maxMembers = 500;

/** Shows a JSON value as an indented tree. */
export function Tree({ value, quotes, at = "" }: TreeProps): JSX.Element {
  if (value === null || typeof value !== "object") {
    return <Leaf value={value} quotes={quotes} at={at} />;
  }
  const members = membersOf(value);
  if (members.length === 0) return <span class="token">{isList(value) ? "[]" : "{}"}</span>;
  const left = members.length - maxMembers;
  return (
    <ul class={isList(value) ? "tree tree-list" : "tree"}>
      {members.slice(0, maxMembers).map(([name, member]) => (
        <li key={name}>
          <span class="key">
            <Foreign text={name} />
          </span>
          <Tree value={member} quotes={quotes} at={pointerTo(at, name)} />
        </li>
      ))}
      {left > 0 && <li class="muted">{words.more(left)}</li>}
    </ul>
  );
}

interface LeafProps extends TreeProps {
  readonly value: string | number | boolean | null;
  readonly at: string;
}

function Leaf({ value, quotes, at }: LeafProps): JSX.Element {
  const text = textOf(value);
  const parts = partsOf(text, quotes?.at.get(at) ?? [], quotes?.claims ?? []);
  if (typeof value !== "string") {
    return (
      <span class="token">
        <Parts parts={parts} quotes={quotes} />
      </span>
    );
  }
  return (
    <span class="text">
      <LongText parts={parts} quotes={quotes} />
    </span>
  );
}

interface PartsProps {
  readonly parts: readonly QuotedPart[];
  readonly quotes: Quotes | undefined;
  /** Shows line breaks as such. Default: as escapes. */
  readonly lines?: boolean;
}

const longText = 2_000;

/** Long text is cut where no claim quotes it. */
function LongText(props: PartsProps): JSX.Element {
  const isOpen = useSignal(false);
  const length = props.parts.reduce((sum, { text }) => sum + text.length, 0);
  if (isOpen.value || length <= longText) return <Parts {...props} />;
  const parts = props.parts.map(({ text, claims }) =>
    claims.length > 0 || text.length <= longText
      ? { text, claims }
      : { text: `${text.slice(0, longText).toWellFormed()}…`, claims },
  );
  return (
    <>
      <Parts {...props} parts={parts} />
      <button type="button" class="open-long" onClick={() => (isOpen.value = true)}>
        {words.showAll(length)}
      </button>
    </>
  );
}

function Parts({ parts, quotes, lines = false }: PartsProps): JSX.Element {
  return (
    <>
      {parts.map(({ text, claims }, index) =>
        claims.length === 0 || quotes === undefined ? (
          <Foreign key={index} text={text} lines={lines} />
        ) : (
          <mark
            key={index}
            class={claims.includes(quotes.marked.value ?? -1) ? "quote quote-marked" : "quote"}
            data-quote={claims.join(" ")}
          >
            <Foreign text={text} lines={lines} />
          </mark>
        ),
      )}
    </>
  );
}
