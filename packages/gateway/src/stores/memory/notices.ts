import type { Notices } from "../notices.ts";

/** Reaches only the listeners of this process. */
export function createMemoryNotices(): Notices {
  const topics = new Map<string, Set<{ readonly listener: (text: string) => void }>>();
  return {
    publish: async (topic, text) => {
      for (const { listener } of topics.get(topic) ?? []) tell(listener, text);
    },
    subscribe: async (topic, listener) => {
      const listeners = topics.get(topic) ?? new Set();
      topics.set(topic, listeners);
      // An object of its own, because one function may subscribe twice.
      const subscription = { listener };
      listeners.add(subscription);
      return async () => {
        listeners.delete(subscription);
        if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic);
      };
    },
  };
}

/** A throwing listener must not keep the others from hearing the notice. */
function tell(listener: (text: string) => void, text: string): void {
  try {
    listener(text);
  } catch {
    return;
  }
}
