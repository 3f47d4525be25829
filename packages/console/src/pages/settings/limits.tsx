import type { JSX } from "preact";
import { href } from "../../router.ts";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { type Limit, type LimitsShape, type SettingsPageShape, selectors } from "./shapes.ts";
import { settingsWords } from "./words.ts";

const words = settingsWords.limits;

/** What the policy in force sets at most. It is a part of the policy, and changed there. */
export function Limits({ limits }: Pick<SettingsPageShape, "limits">): JSX.Element {
  return (
    <section class="card">
      <h2>{words.title}</h2>
      {limits === null ? (
        <p class="note">
          <Icon name="lock" />
          {words.lacks}
        </p>
      ) : (
        <Known limits={limits} />
      )}
    </section>
  );
}

function Known({
  limits: { from, total, entries },
}: {
  readonly limits: LimitsShape;
}): JSX.Element {
  if (from === null) return <p class="muted">{words.none}</p>;
  if (entries.length === 0) return <p class="muted">{words.empty}</p>;
  return (
    <>
      <p class="muted">
        {words.explained} <Foreign text={words.from(from)} />{" "}
        {entries.length < total && words.cut(entries.length, total)}
      </p>
      <Table entries={entries} />
      <p class="pages">
        <a href={href("/policy")}>{words.whole}</a>
      </p>
    </>
  );
}

function Table({ entries }: Pick<LimitsShape, "entries">): JSX.Element {
  return (
    <table class="list limits" aria-label={words.list}>
      <thead>
        <tr>
          <th scope="col">{words.id}</th>
          <th scope="col">{words.holdsFor}</th>
          <th scope="col" class="right">
            {words.timeout}
          </th>
          <th scope="col" class="right">
            {words.retries}
          </th>
          <th scope="col" class="right">
            {words.bytes}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((limit, index) => (
          <Row key={index} limit={limit} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ limit }: { readonly limit: Limit }): JSX.Element {
  const { id, timeoutMs, retries, resultBytes } = limit;
  return (
    <tr>
      <th scope="row" class="code">
        <Foreign text={id} />
      </th>
      <td data-label={words.holdsFor}>
        <Foreign text={scopeOf(limit)} />
      </td>
      <td class="right" data-label={words.timeout}>
        {timeoutMs === null ? words.unset : words.ms(timeoutMs)}
      </td>
      <td class="right" data-label={words.retries}>
        {retries ?? words.unset}
      </td>
      <td class="right" data-label={words.bytes}>
        {resultBytes === null ? words.unset : words.size(resultBytes)}
      </td>
    </tr>
  );
}

function scopeOf(limit: Limit): string {
  const parts = selectors.flatMap((selector) => {
    const names = limit[selector];
    return names === undefined ? [] : [`${words.selectors[selector]}: ${names.join(", ")}`];
  });
  return parts.length === 0 ? words.everything : parts.join("; ");
}
