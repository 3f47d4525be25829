/** A resource of several users. It is closed after the last of them has returned it. */
export class Lease {
  readonly #resource: AsyncDisposable;
  #users = 0;

  constructor(resource: AsyncDisposable) {
    this.#resource = resource;
  }

  /** Adds a user, who returns the resource by disposing of what this returns. */
  take(): AsyncDisposable {
    this.#users += 1;
    let isTaken = true;
    return {
      [Symbol.asyncDispose]: async () => {
        if (!isTaken) return;
        isTaken = false;
        this.#users -= 1;
        if (this.#users === 0) await this.#resource[Symbol.asyncDispose]();
      },
    };
  }
}
