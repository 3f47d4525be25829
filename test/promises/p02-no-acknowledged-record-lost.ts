import { killLoop } from "./kills/kill-loop.ts";
import { definePromise } from "./promise.ts";

export const promise = definePromise({
  id: "P2",
  text: "No record that was acknowledged is lost when the gateway is killed.",
  proofs: [
    {
      title: "kill -9 under load, on SQLite",
      prove: (context) => killLoop({ kills: context.short ? 12 : 500 }, context),
    },
  ],
});
