import type { JSX } from "preact";
import type { Approval } from "../../api/shapes.ts";
import { Fact } from "../../ui/fact.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { EffectTag } from "../../ui/tags.tsx";
import { Countdown, Time } from "../../ui/time.tsx";
import { ToolLink } from "../../ui/tool-link.tsx";
import { words } from "../../words.ts";
import { useWorkspace } from "../../workspace.ts";

/** Who wants what, where, and how long the request lasts. */
export function Facts({ approval }: { readonly approval: Approval }): JSX.Element {
  const { id, tool, server, effect, requester, tenant, from, source, contract, description } =
    approval;
  const mayBeCaller = from === "caller" && source === undefined;
  return (
    <section class="card facts">
      <dl>
        {effect !== undefined && (
          <Fact name={words.approval.effect}>
            <EffectTag effect={effect} />
          </Fact>
        )}
        {server !== undefined && (
          <Fact name={words.approvals.tool}>
            <ToolLink server={server} tool={tool} />
          </Fact>
        )}
        <Fact name={words.approval.server}>
          <Foreign text={server ?? words.none} />
        </Fact>
        <Fact name={words.approval.requester}>
          <Foreign text={requester} />
          {typeof tenant === "string" && (
            <span class="muted">
              {" "}
              <Foreign text={words.user.of(tenant)} />
            </span>
          )}
        </Fact>
        <Fact name={words.approval.from}>
          {mayBeCaller ? words.approval.fromCaller : words.approval.fromOperator}
        </Fact>
        <Times approval={approval} />
        <Fact name={words.approval.id} isCode>
          <Foreign text={id} />
        </Fact>
        <Fact name={words.approval.contract} isCode>
          <Foreign text={contract} />
        </Fact>
      </dl>
      <Description text={description} />
    </section>
  );
}

function Description({ text }: { readonly text: string | null }): JSX.Element {
  return (
    <>
      <h2>{words.approval.says}</h2>
      {text === null ? (
        <p class="muted">{words.approval.noDescription}</p>
      ) : (
        <blockquote>
          <Foreign text={text} lines />
        </blockquote>
      )}
    </>
  );
}

function Times({ approval }: { readonly approval: Approval }): JSX.Element {
  const now = useWorkspace().now.value;
  const { requestedAt, expiresAt, state } = approval;
  const isUsable = state === "pending" || state === "approved";
  const isOpen = isUsable && now < expiresAt;
  // A request that was decided or used has not expired.
  const end = isUsable || state === "expired" ? words.approval.expired : words.approval.validUntil;
  return (
    <>
      <Fact name={words.approval.requested}>
        <Time at={requestedAt} now={now} />
      </Fact>
      <Fact name={isOpen ? words.approval.left : end}>
        {isOpen ? <Countdown to={expiresAt} now={now} /> : <Time at={expiresAt} now={now} />}
      </Fact>
    </>
  );
}
