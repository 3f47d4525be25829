import type { JSX } from "preact";
import type { ClauseSum } from "./shapes.ts";
import { texts } from "./words.ts";

/** Clauses of contracts with their modes, and how often calls have broken them. */
export function ClauseTable({ rows }: { readonly rows: readonly ClauseSum[] }): JSX.Element {
  return (
    <>
      <p class="muted">{texts.clausesHint}</p>
      <table class="list" aria-label={texts.clauses}>
        <thead>
          <tr>
            <th scope="col">{texts.clause}</th>
            <th scope="col">{texts.mode}</th>
            <th scope="col" class="right">
              {texts.checked}
            </th>
            <th scope="col" class="right">
              {texts.broken}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ clause, mode, checked, broken }) => (
            <tr key={clause}>
              <th scope="row">{clause}</th>
              <td data-label={texts.mode}>{mode}</td>
              <td class="right" data-label={texts.checked}>
                {checked}
              </td>
              <td class={broken > 0 ? "right bad" : "right"} data-label={texts.broken}>
                {broken}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
