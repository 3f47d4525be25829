import { type Delivery, type DeliveryStore, newDelivery } from "../delivery-store.ts";

interface Kept {
  delivery: Delivery;
  fence: number;
  holder: string;
  until: number;
}

const free = { delivery: undefined, fence: 0, holder: "", until: 0 };

export function createMemoryDeliveries(): DeliveryStore {
  const kept = new Map<string, Kept>();
  return {
    claim: async ({ receiver, holder, now, until }) => {
      const { delivery = newDelivery(receiver, now), ...lease } = kept.get(receiver) ?? free;
      const isHeld = lease.until > now;
      if (isHeld && lease.holder !== holder) return undefined;
      const fence = isHeld ? lease.fence : lease.fence + 1;
      kept.set(receiver, { delivery, fence, holder, until });
      return { receiver, fence, delivery };
    },
    release: async ({ receiver, fence }) => {
      const found = kept.get(receiver);
      if (found?.fence === fence) found.until = 0;
    },
    save: async ({ receiver, fence }, delivery) => {
      const found = kept.get(receiver);
      if (found?.fence !== fence) return false;
      found.delivery = delivery;
      return true;
    },
    reset: async (delivery) => {
      const fence = (kept.get(delivery.receiver)?.fence ?? 0) + 1;
      kept.set(delivery.receiver, { delivery, fence, holder: "", until: 0 });
    },
    list: async () =>
      [...kept.values()]
        .map(({ delivery }) => delivery)
        .toSorted((a, b) => (a.receiver < b.receiver ? -1 : 1)),
  };
}
