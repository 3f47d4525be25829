import type { Setting } from "./setting.ts";
import type { Subject } from "./subject.ts";

class TimeSpent extends Error {
  override readonly name = "TimeSpent";
}

/** What was done, or that there was no time to finish it. */
export async function orSpent<T>(work: Promise<T>): Promise<T | "spent"> {
  return work.catch((error: unknown) => {
    if (error instanceof TimeSpent) return "spent";
    throw error;
  });
}

/** The same server for something of many calls: once the time is spent, none of them is begun. */
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
