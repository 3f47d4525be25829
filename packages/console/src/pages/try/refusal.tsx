import type { JSX } from "preact";
import type { RefusalBody } from "../../api/shapes.ts";
import { Foreign } from "../../ui/foreign.tsx";

/** A refusal, in the words that its caller would get. */
export function Refusal({ refusal }: { readonly refusal: RefusalBody }): JSX.Element {
  const { message, code } = refusal;
  return (
    <p>
      <Foreign text={message} />{" "}
      <code>
        <Foreign text={code} />
      </code>
    </p>
  );
}
