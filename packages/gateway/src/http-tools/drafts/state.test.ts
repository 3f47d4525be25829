import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  callabilityOf,
  type DraftState,
  type DraftStep,
  pendingDraft,
  stepDraft,
} from "./state.ts";

const decision = { digest: "sha256:1", by: "grace", at: 1_000 };
const approve: DraftStep = { kind: "approve", findings: [], ...decision };
const reject: DraftStep = { kind: "reject", ...decision };

function after(...steps: readonly DraftStep[]): DraftState {
  return steps.reduce<DraftState>((state, step) => {
    const stepped = stepDraft(state, step);
    return stepped.kind === "moved" ? stepped.state : state;
  }, pendingDraft("sha256:1"));
}

describe("a draft", () => {
  it("is neither listed nor called while it is pending", () => {
    const state = pendingDraft("sha256:1");

    expect(callabilityOf(state, "sha256:1")).toBe("pending");
  });

  it("is listed and callable once approved", () => {
    const state = after(approve);

    expect(state).toEqual({ kind: "approved", ...decision });
    expect(callabilityOf(state, "sha256:1")).toBe("callable");
  });

  it("is not callable when its digest differs from the approved one", () => {
    expect(callabilityOf(after(approve), "sha256:2")).toBe("changed");
  });

  it("is not callable after a rejection", () => {
    expect(callabilityOf(after(reject), "sha256:1")).toBe("rejected");
  });

  it.each([approve, reject])(
    "returns to pending after an edit of a decided draft: $kind",
    (step) => {
      expect(after(step, { kind: "edit", digest: "sha256:2" })).toEqual(pendingDraft("sha256:2"));
    },
  );

  it("stays approved after an edit that changes nothing", () => {
    expect(after(approve, { kind: "edit", digest: "sha256:1" })).toEqual(after(approve));
  });

  it("returns to pending after any edit of a rejected draft, even one that changes nothing", () => {
    expect(after(reject, { kind: "edit", digest: "sha256:1" })).toEqual(pendingDraft("sha256:1"));
  });

  it.each([approve, reject])("cannot be approved once decided: $kind", (step) => {
    expect(stepDraft(after(step), approve)).toEqual({ kind: "refused", why: "already-decided" });
  });

  it("loses a revoked approval, and cannot be rejected twice", () => {
    expect(after(approve, reject)).toEqual({ kind: "rejected", ...decision });
    expect(stepDraft(after(reject), reject)).toEqual({ kind: "refused", why: "already-decided" });
  });

  it("refuses a decision on an outdated digest", () => {
    const edited = after({ kind: "edit", digest: "sha256:2" });

    expect(stepDraft(edited, approve)).toEqual({ kind: "refused", why: "changed" });
    expect(stepDraft(edited, reject)).toEqual({ kind: "refused", why: "changed" });
  });

  it("cannot be approved while a rule objects, but can be rejected", () => {
    const finding = {
      rule: "text/visible",
      severity: "error",
      pointer: "",
      message: "",
      requirements: [],
    } as const;

    expect(stepDraft(pendingDraft("sha256:1"), { ...approve, findings: [finding] })).toEqual({
      kind: "refused",
      why: "has-errors",
    });
    expect(after(reject).kind).toBe("rejected");
  });

  it("is callable only with the digest of the last approval, after any sequence of steps", () => {
    const digest = fc.constantFrom("sha256:1", "sha256:2", "sha256:3");
    const step: fc.Arbitrary<DraftStep> = fc.oneof(
      digest.map((of): DraftStep => ({ ...approve, digest: of })),
      digest.map((of): DraftStep => ({ ...reject, digest: of })),
      digest.map((of): DraftStep => ({ kind: "edit", digest: of })),
    );

    fc.assert(
      fc.property(fc.array(step), digest, (steps, asked) => {
        const state = after(...steps);
        const last = steps.findLast((each) => each.kind === "edit")?.digest ?? "sha256:1";
        const wasApproved = steps.some((each) => each.kind === "approve" && each.digest === last);
        const isCallable = callabilityOf(state, asked) === "callable";
        expect(isCallable && !(asked === last && wasApproved)).toBe(false);
      }),
    );
  });
});
