import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { ApiFailure } from "../../api/failure.ts";
import type { Loader } from "../../api/loaded.ts";
import { Confirm } from "../../ui/dialog.tsx";
import { DigestForm } from "../../ui/digest-form.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Problem } from "../../ui/problem.tsx";
import { useWorkspace } from "../../workspace.ts";
import { type Draft, draftSummary } from "./shapes.ts";
import { draftWords as words } from "./words.ts";

export interface DraftDecisionProps {
  readonly draft: Draft;
  readonly loader: Loader<Draft>;
  /** Pointers of the long values that are not open yet. */
  readonly closed: readonly string[];
  readonly onOpen: (pointers: readonly string[]) => void;
}

/** Approves a draft by its digest, or rejects it. */
export function DraftDecision(props: DraftDecisionProps): JSX.Element {
  const { draft, loader } = props;
  const { api, may, announcement } = useWorkspace();
  const heading = useRef<HTMLHeadingElement>(null);
  const failure = useSignal<ApiFailure | undefined>(undefined);
  const isBusy = useSignal(false);

  const decide = async (to: "approved" | "rejected"): Promise<void> => {
    isBusy.value = true;
    failure.value = undefined;
    const { set, name, digest } = draft;
    const step = to === "approved" ? "approve" : "reject";
    const path = `drafts/${encodeURIComponent(set)}/${encodeURIComponent(name)}/${step}`;
    try {
      const decided = await api.post(path, { digest }, { read: draftSummary });
      loader.put({ ...draft, ...decided });
      announcement.value = words.done[to];
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
        {words.decide}
      </h2>
      {failure.value !== undefined && <Problem failure={failure.value} />}
      {may("drafts:review") ? (
        <Deciding {...props} isBusy={isBusy.value} onDecide={(to) => void decide(to)} />
      ) : (
        <Locked sentence={words.cannot} />
      )}
    </section>
  );
}

function Locked({ sentence }: { readonly sentence: string }): JSX.Element {
  return (
    <p class="note">
      <Icon name="lock" />
      {sentence}
    </p>
  );
}

interface DecidingProps extends DraftDecisionProps {
  readonly isBusy: boolean;
  readonly onDecide: (to: "approved" | "rejected") => void;
}

function Deciding({ draft, closed, onOpen, isBusy, onDecide }: DecidingProps): JSX.Element {
  if (draft.state === "rejected") return <p>{words.settled}</p>;
  const reject = <Reject isBusy={isBusy} onReject={() => onDecide("rejected")} />;
  if (draft.state === "approved") {
    return (
      <>
        <p>{words.callable}</p>
        {reject}
      </>
    );
  }
  if (!draft.approvable) {
    return (
      <>
        <Locked sentence={words.flawed} />
        {reject}
      </>
    );
  }
  if (closed.length > 0) {
    return (
      <>
        <div class="note">
          <p>{words.mustOpen(closed.length)}</p>
          <button type="button" onClick={() => onOpen(closed)}>
            {words.openAll}
          </button>
        </div>
        {reject}
      </>
    );
  }
  return (
    <DigestForm
      key={draft.digest}
      digest={draft.digest.replace("sha256:", "")}
      label={words.type}
      hint={words.typeHint}
      onSubmit={() => onDecide("approved")}
      buttons={(isRight) => (
        <>
          <button class="primary" disabled={!isRight || isBusy}>
            {words.approve}
          </button>
          {reject}
        </>
      )}
    />
  );
}

interface RejectProps {
  readonly isBusy: boolean;
  readonly onReject: () => void;
}

function Reject({ isBusy, onReject }: RejectProps): JSX.Element {
  const isAsked = useSignal(false);
  return (
    <div class="buttons">
      <button type="button" class="danger" disabled={isBusy} onClick={() => (isAsked.value = true)}>
        {words.reject}
      </button>
      {isAsked.value && (
        <Confirm
          title={words.rejectTitle}
          sentence={words.rejectText}
          action={words.reject}
          onConfirm={onReject}
          onClose={() => (isAsked.value = false)}
        />
      )}
    </div>
  );
}
