import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { ApiFailure } from "../../api/failure.ts";
import type { Loader } from "../../api/loaded.ts";
import { type Approval, type ApprovalSummary, approvalSummary } from "../../api/shapes.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { Foreign } from "../../ui/foreign.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Problem } from "../../ui/problem.tsx";
import { words } from "../../words.ts";
import { useWorkspace, type Workspace } from "../../workspace.ts";
import { ApproveForm } from "./approve-form.tsx";

export interface DecisionProps {
  readonly loader: Loader<Approval>;
  readonly approval: Approval;
  /** Pointers of the long values that are not open yet. */
  readonly closed: readonly string[];
  readonly onOpen: (pointers: readonly string[]) => void;
}

type Step = "approve" | "deny" | "revoke";

/** What the principal may do about a request, and why not more. */
export function Decision(props: DecisionProps): JSX.Element {
  const { approval, loader } = props;
  const workspace = useWorkspace();
  const heading = useRef<HTMLHeadingElement>(null);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const isBusy = useSignal(false);
  const now = workspace.now.value;
  const isOver = now >= approval.expiresAt;
  const isPending = approval.state === "pending" && !isOver;

  const decide = async (step: Step, body: object): Promise<void> => {
    isBusy.value = true;
    failure.value = undefined;
    try {
      const path = `approvals/${encodeURIComponent(approval.id)}/${step}`;
      const decided = await workspace.api.post(path, body, { read: approvalSummary });
      loader.put({ ...approval, ...decided });
      // The button that had the focus is gone.
      heading.current?.focus();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      failure.value = error;
      loader.reload();
    } finally {
      isBusy.value = false;
    }
  };

  return (
    <section class="card decision" aria-busy={isBusy.value}>
      <h2 ref={heading} tabIndex={-1}>
        {words.approval.decide}
      </h2>
      <Settled approval={approval} isOver={isOver} />
      {failure.value !== undefined && <Problem failure={failure.value} />}
      {isPending ? (
        <Approving {...props} isBusy={isBusy.value} decide={decide} />
      ) : (
        <Refusing approval={approval} isOver={isOver} isBusy={isBusy.value} decide={decide} />
      )}
    </section>
  );
}

/** The state in a sentence. It is announced when another reviewer decides. */
function Settled({
  approval,
  isOver,
}: {
  approval: ApprovalSummary;
  isOver: boolean;
}): JSX.Element {
  const { state, decidedBy, approvedBy, approvers } = approval;
  const isExpired = isOver && (state === "pending" || state === "approved");
  return (
    <p role="status" class="settled">
      {words.approval.settled[isExpired ? "expired" : state]}{" "}
      {decidedBy !== undefined && <Foreign text={words.approval.by(decidedBy)} />}
      {state === "pending" && approvers > 1 && (
        <span>{words.approval.moreNeeded(approvedBy.length, approvers)}</span>
      )}
    </p>
  );
}

interface Deciding {
  readonly isBusy: boolean;
  readonly decide: (step: Step, body: object) => Promise<void>;
}

/** The digest and the button. They appear once everything was open. */
function Approving(props: DecisionProps & Deciding): JSX.Element {
  const { approval, closed, onOpen, isBusy, decide } = props;
  const { may, me, stream } = useWorkspace();
  const refusing = <Refusing approval={approval} isOver={false} isBusy={isBusy} decide={decide} />;
  const obstacle = obstacleTo(approval, { may, me });
  if (obstacle !== undefined) {
    return (
      <>
        <p class="note">
          <Icon name="lock" />
          {obstacle}
        </p>
        {refusing}
      </>
    );
  }
  if (closed.length > 0) {
    return (
      <>
        <div class="note">
          <p>{words.approval.mustOpen(closed.length)}</p>
          <button type="button" onClick={() => onOpen(closed)}>
            {words.approval.openAll(closed.length)}
          </button>
        </div>
        {refusing}
      </>
    );
  }
  return (
    <>
      {stream.state.value === "behind" && <p class="note">{words.approval.offline}</p>}
      <ApproveForm
        key={approval.digest}
        approval={approval}
        isBusy={isBusy}
        onApprove={(digest) => void decide("approve", { digest })}
        beside={refusing}
      />
    </>
  );
}

function obstacleTo(
  { requester, approvedBy }: ApprovalSummary,
  { may, me }: Pick<Workspace, "may" | "me">,
): string | undefined {
  if (!may("approvals:decide")) return words.approval.cannot;
  if (me.principal.id === requester) return words.approval.own;
  return approvedBy.includes(me.principal.id) ? words.approval.gave : undefined;
}

interface RefusingProps extends Deciding {
  readonly approval: ApprovalSummary;
  readonly isOver: boolean;
}

function Refusing({ approval, isOver, isBusy, decide }: RefusingProps): JSX.Element | null {
  const { may } = useWorkspace();
  const asked = useSignal<"deny" | "revoke" | undefined>(undefined);
  const { state } = approval;
  const steps = isOver || !may("approvals:decide") ? [] : (stepsIn[state] ?? []);
  if (steps.length === 0) return null;
  const step = asked.value;
  return (
    <div class="buttons">
      {steps.map((each) => (
        <button
          key={each}
          type="button"
          class="danger"
          disabled={isBusy}
          onClick={() => (asked.value = each)}
        >
          {words.approval[each]}
        </button>
      ))}
      {step !== undefined && (
        <Confirm
          title={words.approval[`${step}Title`]}
          sentence={words.approval[`${step}Text`]}
          action={words.approval[step]}
          onConfirm={() => void decide(step, {})}
          onClose={() => (asked.value = undefined)}
        />
      )}
    </div>
  );
}

const stepsIn: Readonly<Record<string, readonly ("deny" | "revoke")[]>> = {
  pending: ["deny", "revoke"],
  approved: ["revoke"],
};
