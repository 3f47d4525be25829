import type { JSX } from "preact";
import { Foreign } from "../../ui/foreign.tsx";
import { Time } from "../../ui/time.tsx";
import { useWorkspace } from "../../workspace.ts";
import type { Explanation, Grant, SomeLimit } from "./explanation-shapes.ts";
import { texts } from "./words.ts";

/** What applies to some callers only: limits of the policy, and grants. */
export function SomeCallers({
  explanation: { limits = [], grants = [] },
}: {
  readonly explanation: Explanation;
}): JSX.Element | null {
  const now = useWorkspace().now.value;
  if (limits.length + grants.length === 0) return null;
  return (
    <section class="card">
      <header class="card-head">
        <h2>{texts.someCallers}</h2>
      </header>
      <ul class="findings">
        {limits.map((limit) => (
          <li key={limit.limit}>
            <p>
              <Foreign text={texts.sources.policy(limit.limit, limit.file)} />: {partsOf(limit)}
            </p>
          </li>
        ))}
        {grants.map((grant) => (
          <li key={grant.id}>
            <p>
              {texts.oneGrant} <Foreign text={grantText(grant)} />, {texts.until}{" "}
              <Time at={grant.expiresAt} now={now} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function partsOf({ timeoutMs, retries, resultBytes }: SomeLimit): string {
  const names = texts.settingNames;
  return [
    timeoutMs === undefined ? [] : `${names.timeoutMs} ${texts.ms(timeoutMs)}`,
    retries === undefined ? [] : `${names.retries} ${retries}`,
    resultBytes === undefined ? [] : `${names.resultBytes} ${texts.bytes(resultBytes)}`,
  ]
    .flat()
    .join(", ");
}

function grantText({ principal, left, isCurrent }: Grant): string {
  const text = texts.grant(principal, left);
  return isCurrent ? text : `${text}, ${texts.voidGrant}`;
}
