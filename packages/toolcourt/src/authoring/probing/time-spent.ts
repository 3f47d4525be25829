import type { Setting } from "./setting.ts";
import type { Subject } from "./subject.ts";

class TimeSpent extends Error {
  override readonly name = "TimeSpent";
}

/** Returns the result, or "spent" if time ran out. */
export async function orSpent<T>(work: Promise<T>): Promise<T | "spent"> {
  return work.catch((error: unknown) => {
    if (error instanceof TimeSpent) return "spent";
    throw error;
  });
}

/** Wraps the server under test for a series of calls. Once the time is spent, no call starts. */
export function whileTimeIsLeft({ subject, isTimeLeft }: Setting): Subject {
  const inTime =
    <Given extends readonly unknown[], T>(act: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      if (!isTimeLeft()) throw new TimeSpent();
      return act(...given);
    };
  return {
    ...subject,
    call: inTime(subject.call),
    leave: inTime(subject.leave),
    restart: inTime(subject.restart),
  };
}
