/** Runs tasks one after the other (a mutex). A failed task does not block the next. */
export function createSerial(): <Answer>(work: () => Promise<Answer>) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return function serial(work) {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
