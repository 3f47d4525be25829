import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { href } from "../../router.ts";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { lineOfStatement } from "./line-of-statement.ts";
import type { Explained, StatementFate } from "./shapes.ts";
import { policyWords } from "./words.ts";

const words = policyWords.asking;

export interface AnswerProps {
  readonly answer: Explained;
  readonly text: string | null;
}

/** The decision, and why each statement decided or did not. */
export function Answer({ answer, text }: AnswerProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [answer]);
  const { decision, because, statement, missing, roles, statements } = answer;
  return (
    <section class="card">
      <header class="card-head">
        <h2 ref={heading} tabIndex={-1}>
          {words.answer}
        </h2>
        <DecisionTag decision={decision} />
        <Export name="policy-statements" columns={columns} rows={statements} />
      </header>
      <p>
        {because !== null && words.because[because]}{" "}
        {statement !== null && <Foreign text={words.by(statement)} />}
      </p>
      {missing.length > 0 && (
        <p>
          {words.missing}: <Foreign text={missing.join(", ")} />
        </p>
      )}
      <p class="muted">
        {words.ownRoles}: <Foreign text={roles.join(", ") || "–"} />
      </p>
      <table class="list" aria-label={words.fateOf}>
        <thead>
          <tr>
            <th scope="col">{words.statement}</th>
            <th scope="col">{words.effect}</th>
            <th scope="col">{words.fate}</th>
          </tr>
        </thead>
        <tbody>
          {statements.map((each) => (
            <StatementRow key={each.id} row={each} line={lineOfStatement(text, each.id)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface StatementRowProps {
  readonly row: StatementFate;
  readonly line: number | undefined;
}

function StatementRow({ row: { id, effect, fate }, line }: StatementRowProps): JSX.Element {
  return (
    <tr class={fate === "decided" ? "decided" : undefined}>
      <th scope="row">
        {line === undefined ? (
          <Foreign text={id} />
        ) : (
          <a data-row href={href(`/policy?line=${line}`)}>
            <Foreign text={id} />
          </a>
        )}
      </th>
      <td data-label={words.effect}>{effect}</td>
      <td data-label={words.fate}>{words.fates[fate]}</td>
    </tr>
  );
}

export function DecisionTag({ decision }: { readonly decision: "allow" | "deny" }): JSX.Element {
  const isAllowed = decision === "allow";
  return (
    <span class={isAllowed ? "tag tag-good" : "tag tag-bad"}>
      <Icon name={isAllowed ? "check" : "cross"} />
      {words[decision]}
    </span>
  );
}

const columns: readonly Column<StatementFate>[] = [
  { name: "statement", cell: ({ id }) => id },
  { name: "effect", cell: ({ effect }) => effect },
  { name: "outcome", cell: ({ fate }) => fate },
];
