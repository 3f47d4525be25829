import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Loader } from "../../api/loaded.ts";
import { type Approval, approval as readApproval } from "../../api/shapes.ts";
import { href } from "../../router.ts";
import { SameInTerminal } from "../../ui/command.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { longValuesIn, parseJson } from "../../ui/json.ts";
import { Failure } from "../../ui/problem.tsx";
import { StateTag } from "../../ui/tags.tsx";
import { useAnswer } from "../../ui/use-answer.ts";
import { words } from "../../words.ts";
import type { PageProps } from "../section.ts";
import { Arguments } from "./approval-arguments.tsx";
import { Decision } from "./approval-decision.tsx";
import { Facts } from "./approval-facts.tsx";
import { Reasons } from "./approval-reasons.tsx";

/** One request with everything that will run, and its decision. */
export function ApprovalPage({ parts: [id = ""], query }: PageProps): JSX.Element {
  const loader = useApproval(id);
  const { value } = loader.loaded.value;
  return (
    <>
      <a class="back" href={href("/approvals")}>
        <Icon name="left" />
        {words.approval.back}
      </a>
      <header class="page-head">
        <h1 tabIndex={-1}>
          {value === undefined ? words.approval.title : <Foreign text={value.tool} />}
        </h1>
        {value !== undefined && <StateTag state={value.state} />}
      </header>
      <Failure loader={loader} />
      {value !== undefined && <Review loader={loader} approval={value} query={query} />}
      {/* Never with the id of the address: who wrote the link could write the command. */}
      {value !== undefined && (
        <SameInTerminal line={`npx toolcourt approvals show ${value.id.slice(0, 8)} --full`} />
      )}
    </>
  );
}

/** Loads the request, and again when another reviewer has decided. */
function useApproval(id: string): Loader<Approval> {
  return useAnswer(`approvals/${encodeURIComponent(id)}`, readApproval, {
    isAbout: (topic, about) => topic === "approvals" && about === id,
  });
}

export interface ReviewProps {
  readonly loader: Loader<Approval>;
  readonly approval: Approval;
  readonly query: URLSearchParams;
}

function Review({ loader, approval, query }: ReviewProps): JSX.Element {
  const opened = useSignal<ReadonlySet<string>>(new Set());
  const { digest } = approval;
  const parts = useMemo(() => partsOf(approval), [digest]);
  const closed = parts.long.filter((pointer) => !opened.value.has(pointer));
  const onOpen = (pointers: readonly string[]): void => {
    opened.value = new Set([...opened.value, ...pointers]);
  };
  return (
    <>
      <Facts approval={approval} />
      <Reasons reasons={approval.reasons} />
      <Arguments
        approval={approval}
        parts={parts}
        isExact={query.get("view") === "exact"}
        opened={opened.value}
        onOpen={onOpen}
      />
      <Decision loader={loader} approval={approval} closed={closed} onOpen={onOpen} />
    </>
  );
}

/** The documents of a call, parsed once, and the pointers of their long values. */
export type ApprovalParts = ReturnType<typeof partsOf>;

function partsOf({ arguments: { canonical }, answers }: Approval) {
  const input = parseJson(canonical);
  const answered = answers === undefined ? undefined : parseJson(answers.canonical);
  const long = [
    ...longValuesIn(input, "/arguments"),
    ...(answered === undefined ? [] : longValuesIn(answered, "/answers")),
  ];
  return { input, answered, long };
}
