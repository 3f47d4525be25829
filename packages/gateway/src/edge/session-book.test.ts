import { Canceller } from "@toolcourt/contracts/internal/kernel/cancellation";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { type Session, SessionBook } from "./session-book.ts";

const minute = 60_000;

function setUp(max = 1_000) {
  const clock = createFakeClock();
  const book = new SessionBook(clock, max);
  const closed: string[] = [];
  /** Adds a session of an owner such as `ada`, or of `ada@ops` at a path of its own. */
  const add = (id: string, waiting = 0, owner = "ada"): Session => {
    const session: Session = {
      id,
      owner,
      principal: owner.replace(/@.*/, ""),
      greeted: undefined,
      calls: new Map(),
      isPlain: true,
      waiting,
      lastSeenAt: clock.monotonic(),
      close: async () => {
        closed.push(id);
      },
    };
    book.add(session);
    return session;
  };
  return { clock, book, closed, add };
}

describe("SessionBook", () => {
  it("finds a session only for the principal that opened it", async () => {
    const { book, add } = setUp();
    await using _ = book;
    const session = add("a");

    expect(book.find("a", "grace")).toBeUndefined();
    expect(book.find("a", "ada")).toBe(session);
  });

  it("closes a session after half an hour of silence, and aborts its running calls", async () => {
    const { clock, book, closed, add } = setUp();
    await using _ = book;
    const session = add("a");
    const call = new Canceller();
    session.calls.set(1, call);

    await clock.advance(31 * minute);

    expect(closed).toEqual(["a"]);
    expect(call.aborted).toBe(true);
  });

  it("aborts the running calls of a removed session", async () => {
    const { book, add } = setUp();
    await using _ = book;
    const call = new Canceller();
    add("a").calls.set(1, call);

    book.remove("a");

    expect(call.aborted).toBe(true);
  });

  it("stays within its limit even if several callers found room at the same time", async () => {
    const { book, closed, add } = setUp(1);
    await using _ = book;
    expect([book.hasRoom(), book.hasRoom()]).toEqual([true, true]);

    for (const id of ["a", "b"]) add(id);

    expect(closed).toEqual(["a"]);
    expect(book.find("a", "ada")).toBeUndefined();
  });

  it("does not find an expired session even before the sweep", async () => {
    const { clock, book, add } = setUp();
    await using _ = book;
    await clock.advance(minute / 2);
    add("a");

    await clock.advance(30 * minute);

    expect(book.find("a", "ada")).toBeUndefined();
  });

  it("keeps a session with a pending request", async () => {
    const { clock, book, closed, add } = setUp();
    await using _ = book;
    add("a", 1);

    await clock.advance(600 * minute);

    expect(closed).toEqual([]);
  });

  it("evicts the longest-silent session when a new one has no room", async () => {
    const { clock, book, closed, add } = setUp(2);
    await using _ = book;
    const first = add("a");
    add("b");
    await clock.advance(1);
    book.hear(first);

    expect(book.hasRoom()).toBe(true);
    add("c");
    expect(closed).toEqual(["b"]);
  });

  it("evicts no session of other principals when one principal opens many", async () => {
    const { book, closed, add } = setUp(4);
    await using _ = book;
    add("a", 0, "grace");
    for (const id of ["b", "c", "d", "e", "f", "g"]) add(id);

    expect(closed).toEqual(["b", "c", "d"]);
    expect(book.find("a", "grace")).toBeDefined();
  });

  it("counts the sessions of a principal at all paths together", async () => {
    const { book, closed, add } = setUp(5);
    await using _ = book;
    for (const id of ["a", "b"]) add(id, 0, "grace");
    for (const id of ["c", "d"]) add(id);
    for (const id of ["e", "f"]) add(id, 0, "ada@ops");

    expect(closed).toEqual(["c"]);
    expect(book.find("a", "grace")).toBeDefined();
  });

  it("evicts no session with a pending request", async () => {
    const { book, closed, add } = setUp(1);
    await using _ = book;
    add("a", 1);

    expect(book.hasRoom()).toBe(false);
    expect(closed).toEqual([]);
  });

  it("closes all sessions on disposal", async () => {
    const { book, closed, add } = setUp();
    add("a");
    add("b", 1);

    await book[Symbol.asyncDispose]();

    expect(closed).toEqual(["a", "b"]);
  });
});
