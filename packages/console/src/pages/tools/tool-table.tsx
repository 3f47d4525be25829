import type { JSX } from "preact";
import { href } from "../../router.ts";
import { Foreign } from "../../ui/foreign.tsx";
import { EffectTag } from "../../ui/tags.tsx";
import { toolPath } from "./filter.ts";
import type { Limits, ToolRow } from "./shapes.ts";
import { ToolStateTag } from "./tool-state-tag.tsx";
import { texts } from "./words.ts";

interface ToolTableProps {
  readonly rows: readonly ToolRow[];
  readonly isBusy: boolean;
}

export function ToolTable({ rows, isBusy }: ToolTableProps): JSX.Element {
  return (
    <div class="card requests tool-list" aria-busy={isBusy}>
      <table class="list" aria-label={texts.list}>
        <thead>
          <tr>
            <th scope="col">{texts.tool}</th>
            <th scope="col">{texts.state}</th>
            <th scope="col">{texts.effect}</th>
            <th scope="col">{texts.approval}</th>
            <th scope="col">{texts.limits}</th>
            <th scope="col">{texts.server}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.server} ${row.name}`} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row }: { readonly row: ToolRow }): JSX.Element {
  const { tool, server, effect, approval, state, reason, summary, limits } = row;
  return (
    <tr>
      <th scope="row">
        <a data-row href={href(toolPath(row))}>
          <Foreign text={tool} />
        </a>
        <span class="tool-summary">
          <Foreign text={summary} />
        </span>
      </th>
      <td data-label={texts.state}>
        <span class="tool-state">
          <ToolStateTag state={state} />
          {state === "held" && reason !== null && (
            <span class="muted">
              <Foreign text={reason} />
            </span>
          )}
        </span>
      </td>
      <td data-label={texts.effect}>
        <EffectTag effect={effect} />
      </td>
      <td data-label={texts.approval}>
        {texts.approvals[approval] ?? <Foreign text={approval} />}
      </td>
      <td data-label={texts.limits}>{limitsText(limits)}</td>
      <td data-label={texts.server}>
        <Foreign text={server} />
      </td>
    </tr>
  );
}

function limitsText({ maxInstances, timeoutMs, rateLimit }: Limits): string {
  const rate =
    rateLimit === null ? [] : [texts.rate(rateLimit.maxCalls, rateLimit.windowMs / 1_000)];
  return [texts.atOnce(maxInstances), texts.seconds(timeoutMs), ...rate].join(", ");
}
