import type { JSX } from "preact";
import { Foreign } from "../../ui/foreign.tsx";
import type { Draft, FieldOrigin, Note } from "./shapes.ts";
import { draftWords as words } from "./words.ts";

/** Below it a reading of a scan is doubtful. The command has the same bound. */
const minConfidence = 0.8;

/** Where a draft comes from: the document, the place in it, and who wrote it. */
export function DraftPlace({ draft }: { readonly draft: Draft }): JSX.Element {
  const { provenance, writtenBy, alsoWrittenBy, notes } = draft;
  const { from, pointer, edition, title, version, documentDigest, fields = [] } = provenance;
  return (
    <section class="card facts">
      <h2>{words.place}</h2>
      <dl>
        <Fact name={words.from} text={from} />
        <Fact name={words.pointer} text={pointer === "" ? words.byHand : pointer} />
        <Fact name={words.edition} text={edition} />
        <Fact name={words.documentTitle} text={`${title} ${version}`.trim()} />
        <Fact name={words.writtenBy} text={[writtenBy, ...alsoWrittenBy].join(", ")} />
        <Fact name={words.digest} text={documentDigest} />
      </dl>
      <Fields fields={fields} />
      <Notes notes={notes} />
    </section>
  );
}

function Fact({
  name,
  text,
}: {
  readonly name: string;
  readonly text: string;
}): JSX.Element | null {
  if (text === "") return null;
  return (
    <div class="place-fact">
      <dt>{name}</dt>
      <dd>
        <Foreign text={text} />
      </dd>
    </div>
  );
}

function Fields({ fields }: { readonly fields: readonly FieldOrigin[] }): JSX.Element | null {
  if (fields.length === 0) return null;
  return (
    <>
      <h3>{words.read}</h3>
      <ul class="findings">
        {fields.map(({ field, page, element, text, confidence }) => (
          <li key={`${field} ${page} ${element}`}>
            <strong>
              <Foreign text={field} />
            </strong>{" "}
            <span class={confidence < minConfidence ? "bad" : "muted"}>
              {words.page(page)}, {words.confidence(confidence)}
            </span>{" "}
            <Foreign text={text} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Notes({ notes }: { readonly notes: readonly Note[] }): JSX.Element | null {
  if (notes.length === 0) return null;
  return (
    <>
      <h3>{words.notes}</h3>
      <ul class="findings">
        {notes.map(({ pointer, message }) => (
          <li key={`${pointer} ${message}`}>
            <Foreign text={message} />{" "}
            <code>
              <Foreign text={pointer} />
            </code>
          </li>
        ))}
      </ul>
    </>
  );
}
