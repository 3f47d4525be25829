import type { HttpOperation, Note, PollWay } from "./draft.ts";

/** Finds ways to follow an operation that could not end, or have no result. */
export function pollProblems({ method, polling }: HttpOperation): readonly Note[] {
  if (polling === undefined) return [];
  return [polling, ...(polling.or ?? [])].flatMap((way, index) => {
    const pointer = `/operation/polling${index === 0 ? "" : `/or/${index - 1}`}`;
    const messages = [...stateProblems(way), ...resourceProblems(way, method)];
    return messages.map((message) => ({ pointer, message }));
  });
}

function* stateProblems({ header, status, done, failed }: PollWay): Generator<string> {
  if (status !== undefined && done === undefined) yield "Give the states of success in `done`.";
  if (status === undefined && (done ?? failed) !== undefined) {
    yield "Point to the state with `status`: `done` and `failed` are states.";
  }
  if (header === undefined && status === undefined) {
    yield "Name a `header` with the address of the state, or point with `status` into the resource.";
  }
}

/** A resource is read again by a GET of the request's own address. */
function* resourceProblems(
  { header, final, reread }: PollWay,
  method: HttpOperation["method"],
): Generator<string> {
  if (final !== undefined && reread !== undefined) {
    yield "Give the result one place: `final`, or `reread` for the resource itself.";
  }
  if (header === undefined && !["PUT", "PATCH"].includes(method)) {
    yield "Name a `header`: only put and patch have their state in the resource.";
  }
  if (reread !== undefined && method === "DELETE") {
    yield "A resource that is deleted cannot be read again.";
  }
}
