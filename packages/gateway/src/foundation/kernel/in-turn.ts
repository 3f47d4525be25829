/** Does one work after the other. A work that failed does not hold up the next. */
export type InTurn = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

export function createInTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
