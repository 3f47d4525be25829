import { makeRoomForSchemas } from "@toolcourt/contracts/internal/judge/make-room-for-schemas";
import { readOverlay } from "@toolcourt/contracts/internal/judge/read-overlay";
import type { Repair } from "@toolcourt/contracts/internal/judge/repair";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Overlay } from "@toolcourt/sdk";
import { Document, isMap, isScalar, type Pair } from "yaml";
import { explainMarks } from "./compose-marks.ts";
import type { Proposal } from "./propose-overlay.ts";

/** The target of a proposal. */
export interface Place {
  /** The file's name in messages. */
  readonly file: string;
  /** Undefined if there is no file yet. */
  readonly before: string | undefined;
}

/** Returns the text of an overlay with the proposal added. Keeps existing content and comments. */
export function composeOverlay({ file, before }: Place, proposal: Proposal): string {
  const document = before === undefined ? fresh() : readOverlay(before, file).document;
  document.contents ??= document.createNode({});
  const { terms, ...fields } = proposal.added;
  makeRoomForSchemas(document, proposal.added);
  const comments = commentsOn(proposal);
  const termComments = { ...comments, ...markComments };
  for (const [key, value] of Object.entries(fields)) {
    put(document, { path: [], key, value, comment: comments[key] });
  }
  if (terms !== undefined && !document.has("terms")) {
    document.set("terms", document.createNode({}));
  }
  for (const [key, value] of Object.entries(terms ?? {})) {
    put(document, { path: ["terms"], key, value, comment: termComments[key] });
  }
  explainMarks(document, proposal.marks);
  return document.toString({ lineWidth: 0 });
}

/** Returns the overlay text without its inferred parts, so that they can be inferred again. */
export function withoutProposal({ file, before }: Place): string | undefined {
  if (before === undefined) return undefined;
  const { document } = readOverlay(before, file);
  for (const path of proposed) document.deleteIn(path);
  const terms = document.get("terms");
  if (isMap(terms) && terms.items.length === 0) document.delete("terms");
  return isMap(document.contents) && document.contents.items.length > 0
    ? document.toString({ lineWidth: 0 })
    : undefined;
}

const proposed: readonly (readonly string[])[] = [
  ["inferred"],
  ["result"],
  ["output"],
  ["terms", "effect"],
  ["terms", "permissions"],
  ["terms", "examples"],
];

interface Entry {
  readonly path: readonly string[];
  readonly key: string;
  readonly value: unknown;
  readonly comment: string | undefined;
}

function put(document: Document, { path, key, value, comment }: Entry): void {
  const map = path.length === 0 ? document.contents : document.getIn(path, true);
  if (!isMap(map)) throw new TypeError("an overlay that is no map was let through");
  const pair: Pair = document.createPair(key, value);
  if (isScalar(pair.key) && comment !== undefined) pair.key.commentBefore = comment;
  map.delete(key);
  map.items.push(pair);
}

function fresh(): Document {
  const document = new Document({});
  document.commentBefore = heading;
  return document;
}

const heading = ` An overlay for the contract of the server. Written by toolcourt adopt, for review: the gateway
 enforces it. Your changes are not overwritten without --force.`;

type Comments = Readonly<Record<string, string>>;

function commentsOn({ added, effect, samples, repair, widened }: Proposal): Comments {
  return {
    input: widenedComment("input", widened),
    inferred: inferredComment(samples),
    ...(added.result && { result: resultComments[added.result] }),
    output: outputComment(added, widened),
    ...(effect && { effect: effectComments[effect.because] }),
    permissions:
      " The permissions that a caller needs. Check that your policy or roles grant them.",
    examples:
      " Shown to all callers who may list the tool. Remove what some of them should not read.",
    ...(repair && repairComments(repair)),
  };
}

/** Terms of the names of schemas, which have comments of their own. */
const markComments: Comments = {
  input: " What arguments do. It counts without these lines too; correct what is wrong.",
  output: " Who can have written results. What has no line counts as third-party as well.",
  reach: " Data can leave by a call, because an argument decides where it goes.",
};

function repairComments({ added: { terms, ...fields }, rules }: Repair): Comments {
  const comment = ` Written for ${rules.join(", ")}. Check that the tool still does what you need.`;
  return Object.fromEntries(Object.keys({ ...fields, ...terms }).map((key) => [key, comment]));
}

const few = 5;

function inferredComment(samples: number): string {
  if (samples === 0) {
    return ` No result of this tool is known yet, so this promises the minimum. Record some
 calls with toolcourt serve --record, then adopt again with --from and --force.`;
  }
  if (samples < few) {
    return ` Inferred from few results: others may lack a field or have another type. Record more with
 toolcourt serve --record, or review the rest with care, then remove this line.`;
  }
  return " Inferred from this many results. Remove this line once you have reviewed the rest.";
}

const resultComments = {
  "json-text": ` The server sends JSON as text; the gateway reads it and holds it to the schema. If the text is
 only sometimes JSON, such as the content of a file, write text here and adopt its schema.`,
  text: " The server sends text; the gateway passes it on as { text }.",
  blocks: " The gateway names the kinds of the content blocks, without their bytes, as { blocks }.",
} satisfies Record<NonNullable<Overlay["result"]>, string>;

const maxShown = 10;

/** The pointers contain names that the server chose, so they are shown escaped. */
function widenedComment(side: "input" | "output", widened: readonly string[]): string {
  const parts = widened.filter((pointer) => `${pointer}/`.startsWith(`/${side}/`));
  const shown = parts.slice(0, maxShown).map((pointer) => `   ${printable(pointer)}`);
  const others = parts.length > maxShown ? [`   and ${parts.length - maxShown} others`] : [];
  return [
    " The server's schema, wider where it cannot be checked safely. The gateway refuses less here than",
    " the server, which still checks the rest. Review these parts, and narrow them if you can:",
    ...shown,
    ...others,
  ].join("\n");
}

function outputComment({ result, inferred }: Overlay, widened: readonly string[]): string {
  if (inferred === undefined) return widenedComment("output", widened);
  if (result === "text" || result === "blocks") return " Made by the gateway itself.";
  return ` Check: are required fields always there? Can a whole number be a fraction, a text be null? Write
 additionalProperties: false where nothing may be added, and enum where the values are known.`;
}

const effectComments = {
  annotation: " From the server's annotations. A read runs without approval, and may be retried.",
  name: " From its name alone. Check what it does: a read runs without approval, and may be retried.",
  unknown:
    " Its effect is unknown, so it counts as a write. Change it to read if it changes nothing.",
} satisfies Record<NonNullable<Proposal["effect"]>["because"], string>;
