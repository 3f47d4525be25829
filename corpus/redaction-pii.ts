import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  findPii,
  type PiiKind,
  piiKinds,
} from "../packages/gateway/src/boundary/redaction/find-pii.ts";
import type { Row } from "./area.ts";

export interface Sentence {
  readonly full_text: string;
  readonly spans: readonly Entity[];
}

export interface Entity {
  readonly entity_type: string;
  readonly entity_value: string;
  readonly start_position: number;
  readonly end_position: number;
}

const kindOf: Readonly<Record<string, PiiKind>> = {
  EMAIL_ADDRESS: "email",
  CREDIT_CARD: "card",
  IBAN_CODE: "iban",
  US_SSN: "ssn",
  IP_ADDRESS: "ip",
  PHONE_NUMBER: "phone",
};

const minRecall: Readonly<Record<PiiKind, number>> = {
  email: 0.98,
  card: 0.98,
  iban: 0.98,
  ssn: 0.98,
  ip: 0.98,
  phone: 0.8,
};

const all = new Set(piiKinds);

/**
 * Measures sentences with annotated entities: how many entities are fully redacted, and how much
 * other text is.
 */
export function measurePii(folder: string): readonly Row[] {
  const sentences = sentencesIn(folder);
  if (sentences.length === 0) return [];
  const entities = sentences.flatMap((sentence) =>
    sentence.spans.flatMap((entity) => {
      const kind = kindOf[entity.entity_type];
      return kind === undefined ? [] : [{ kind, isHidden: isHidden(sentence, entity) }];
    }),
  );
  const strays = sentences.flatMap(strayFindings).length;
  return [
    { what: "sentences with entities", figure: sentences.length, unit: "count" },
    ...piiKinds.flatMap((kind): readonly Row[] => {
      const some = entities.filter((entity) => entity.kind === kind);
      if (some.length === 0) return [];
      const hidden = some.filter((entity) => entity.isHidden).length;
      const bound = { at: "least", value: minRecall[kind] } as const;
      return [
        {
          what: `${kind} hidden`,
          figure: hidden / some.length,
          unit: "rate",
          bound,
          note: `of ${some.length}`,
        },
      ];
    }),
    { what: "hidden and not marked", figure: strays, unit: "count" },
  ];
}

function isHidden({ full_text: text }: Sentence, entity: Entity): boolean {
  const found = findPii(text, all);
  for (let at = entity.start_position; at < entity.end_position; at += 1) {
    const isOfIt = /[\p{L}\p{N}]/u.test(text[at] ?? "");
    if (isOfIt && !found.some(({ start, end }) => start <= at && at < end)) return false;
  }
  return true;
}

function strayFindings({ full_text: text, spans }: Sentence): readonly unknown[] {
  return findPii(text, all).filter(
    ({ start, end }) =>
      !spans.some(
        (entity) =>
          Object.hasOwn(kindOf, entity.entity_type) &&
          entity.start_position < end &&
          entity.end_position > start,
      ),
  );
}

/** Returns the sentences of the data folder, or none. */
export function sentencesIn(folder: string): readonly Sentence[] {
  const file = join(folder, "pii", "presidio_synth_dataset_v2.json");
  if (!existsSync(file)) return [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the published form of the set
  return JSON.parse(readFileSync(file, "utf8")) as readonly Sentence[];
}
