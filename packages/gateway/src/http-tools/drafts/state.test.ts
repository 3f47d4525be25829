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

  it("is listed and called once somebody approved it", () => {
    const state = after(approve);

    expect(state).toEqual({ kind: "approved", ...decision });
    expect(callabilityOf(state, "sha256:1")).toBe("callable");
  });

  it("is not called when it is not what was approved", () => {
    expect(callabilityOf(after(approve), "sha256:2")).toBe("changed");
  });

  it("is not called after it was rejected", () => {
    expect(callabilityOf(after(reject), "sha256:1")).toBe("rejected");
  });

  it.each([approve, reject])(
    "is pending again after an edit of what was decided: $kind",
    (step) => {
      expect(after(step, { kind: "edit", digest: "sha256:2" })).toEqual(pendingDraft("sha256:2"));
    },
  );

  it("stays approved when an edit changes nothing", () => {
    expect(after(approve, { kind: "edit", digest: "sha256:1" })).toEqual(after(approve));
  });

  it("is pending again after an edit of what was rejected, also where it changes nothing", () => {
    expect(after(reject, { kind: "edit", digest: "sha256:1" })).toEqual(pendingDraft("sha256:1"));
  });

  it.each([approve, reject])("is not approved once it is decided about: $kind", (step) => {
    expect(stepDraft(after(step), approve)).toEqual({ kind: "refused", why: "already-decided" });
  });

  it("loses an approval that is taken back, and is not rejected twice", () => {
    expect(after(approve, reject)).toEqual({ kind: "rejected", ...decision });
    expect(stepDraft(after(reject), reject)).toEqual({ kind: "refused", why: "already-decided" });
  });

  it("is not decided about by somebody who saw another text", () => {
    const edited = after({ kind: "edit", digest: "sha256:2" });

    expect(stepDraft(edited, approve)).toEqual({ kind: "refused", why: "changed" });
    expect(stepDraft(edited, reject)).toEqual({ kind: "refused", why: "changed" });
  });

  it("is not approved while a rule objects, but can be rejected", () => {
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

  it("can be called only with the digest of the last approval, whatever happened to it", () => {
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
