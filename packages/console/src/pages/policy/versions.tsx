import type { JSX } from "preact";
import type { Column } from "../../ui/csv.ts";
import { Export } from "../../ui/export.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Failure } from "../../ui/problem.tsx";
import { Time } from "../../ui/time.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { useWorkspace } from "../../workspace.ts";
import { versions as readVersions, type Version } from "./shapes.ts";
import { policyWords as words } from "./words.ts";

/** The versions of a policy in the store, the newest first. */
export function VersionsCard(): JSX.Element {
  const now = useWorkspace().now.value;
  const loader = useAnswer("policy/versions", readVersions);
  const rows = loader.loaded.value.value?.versions ?? [];
  return (
    <section class="card">
      <header class="card-head">
        <h2>{words.versionsTitle}</h2>
        <Export name="policy-versions" columns={columns} rows={rows} />
      </header>
      <Failure loader={loader} />
      <ol class="versions">
        {rows.map(({ version, by, at }) => (
          <li key={`${version} ${at}`}>
            <code>
              <Foreign text={version} />
            </code>
            <Foreign text={by} />
            <Time at={at} now={now} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const columns: readonly Column<Version>[] = [
  { name: "version", cell: ({ version }) => version },
  { name: "by", cell: ({ by }) => by },
  { name: "at", cell: ({ at }) => new Date(at).toISOString() },
];
