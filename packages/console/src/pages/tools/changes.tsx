import type { JSX } from "preact";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { type Json, parseJson } from "../../ui/json.ts";
import { diffWords, type Piece } from "../../ui/word-diff.ts";
import type { Change } from "./drift-shapes.ts";
import { driftTexts } from "./drift-words.ts";

/** Every place that differs, as approved and as offered now, with its changed words marked. */
export function Changes({ changes }: { readonly changes: readonly Change[] }): JSX.Element {
  return (
    <>
      <header class="card-head">
        <h3>{driftTexts.places(changes.length)}</h3>
        <Export name="changes" columns={columns} rows={changes} />
      </header>
      <ul class="changes">
        {changes.map((change) => (
          <li key={change.pointer}>
            <Place change={change} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Place({ change: { pointer, was, now } }: { readonly change: Change }): JSX.Element {
  const [before, after] = [shownText(was, now), shownText(now, was)];
  const diff = was !== null && now !== null ? diffWords(before, after) : undefined;
  return (
    <>
      <code>{pointer === "" ? driftTexts.root : <Foreign text={pointer} />}</code>
      <div class="sides">
        <Side title={driftTexts.was} mark="del" text={was} pieces={diff?.was ?? whole(before)} />
        <Side title={driftTexts.now} mark="ins" text={now} pieces={diff?.now ?? whole(after)} />
      </div>
    </>
  );
}

function whole(text: string): readonly Piece[] {
  return [{ text, isChanged: true }];
}

interface SideProps {
  readonly title: string;
  readonly mark: "del" | "ins";
  readonly text: string | null;
  readonly pieces: readonly Piece[];
}

function Side({ title, mark: Mark, text, pieces }: SideProps): JSX.Element {
  return (
    <div>
      <p class="muted">{title}</p>
      {text === null ? (
        <p class="muted absent">{driftTexts.absent}</p>
      ) : (
        <p class="side">
          {pieces.map((piece, index) =>
            piece.isChanged ? (
              <Mark key={index}>
                <Foreign text={piece.text} lines />
              </Mark>
            ) : (
              <Foreign key={index} text={piece.text} lines />
            ),
          )}
        </p>
      )}
    </div>
  );
}

/** Texts are shown without quotes, where both sides are texts. Other values are shown as JSON. */
function shownText(json: string | null, other: string | null): string {
  if (json === null) return "";
  const [value, beside] = [parseJson(json), other === null ? "" : parseJson(other)];
  return isText(value) && isText(beside) ? value : JSON.stringify(value, undefined, 2);
}

function isText(value: Json): value is string {
  return typeof value === "string";
}

const columns: readonly Column<Change>[] = [
  { name: "pointer", cell: ({ pointer }) => pointer },
  { name: "was", cell: ({ was }) => was },
  { name: "now", cell: ({ now }) => now },
];
