/** The words of the person, before it is known whose they are. */
export type PresentedWords =
  /** Signed by a registered host. */
  | { readonly kind: "signed"; readonly token: string }
  /** Stated by the client alone. */
  | { readonly kind: "claimed"; readonly text: string }
  /** Typed at our own page or command, or taken in by the embedding program. */
  | { readonly kind: "typed"; readonly text: string };

/** Why a statement about sequences wants a person to look at a call. */
export interface Reason {
  readonly statement: string;
  readonly because: string;
  /** The argument, as a JSON pointer. */
  readonly pointer?: string;
  readonly role?: string;
  /** Who said the value first. */
  readonly origin?: string;
  /** Where the value was read: the tool, the field of its result, and the call. */
  readonly seen?: { readonly tool: string; readonly pointer: string; readonly call: string };
  /** What else the statement names, such as a label or a ceiling. */
  readonly what?: string;
}

/** What the earlier calls of the principal mean for this one. */
export type Judged =
  | { readonly kind: "passed" }
  /** The call runs only after an approval that shows these reasons. No grant replaces it. */
  | {
      readonly kind: "asks";
      readonly from: "caller" | "operator";
      readonly reasons: readonly Reason[];
    };

/** Nothing that happened before speaks against the call. */
export const passed = { kind: "passed" } as const;

/** How the run of a call was approved. */
export type Approval =
  | { readonly kind: "not-needed" }
  | {
      readonly kind: "given";
      readonly by: string;
      readonly at: number;
      readonly id: string;
      readonly digest: string;
    }
  /** No approval: a use of an operator's grant, which is given in advance for several calls. */
  | {
      readonly kind: "granted";
      readonly by: string;
      readonly at: number;
      readonly id: string;
    };
