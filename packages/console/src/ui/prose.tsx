import type { JSX } from "preact";
import { Foreign } from "./foreign.tsx";

/** Shows a text of rules or errors. What it has between backticks is shown as code. */
export function Prose({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split("`");
  // An odd number of backticks encloses nothing.
  if (parts.length % 2 === 0) return <Foreign text={text} />;
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          <Foreign key={index} text={part} />
        ) : (
          <code key={index}>
            <Foreign text={part} />
          </code>
        ),
      )}
    </>
  );
}
