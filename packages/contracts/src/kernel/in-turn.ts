/** Runs tasks one after the other (a mutex). A failed task does not block the next. */
export type InTurn = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

export function createInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
