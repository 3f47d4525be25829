import { answers, lists, ofTargets } from "./cost/hostile-answers.ts";
import { argumentsGiven, headers, largestMessages, messages } from "./cost/hostile-messages.ts";
import { measureInputs } from "./cost/measure-inputs.ts";
import { definePromise } from "./promise.ts";

export const promise = definePromise({
  id: "P10",
  text: "No message that is accepted from a client, and no other input of at most 1 MB, costs more than 100 times its size in memory, or more than 250 ms of the event loop at once.",
  proofs: [
    {
      title: "hostile messages, arguments, tokens, headers, answers and lists of tools",
      prove: (context) =>
        measureInputs(context, {
          often: [...messages(), ...argumentsGiven(), ...headers(), ...answers()],
          seldom: lists(),
        }),
    },
    {
      title: "the largest messages that are read, in every shape",
      prove: (context) => measureInputs(context, { often: largestMessages(), seldom: [] }),
    },
    {
      title: "hostile answers of an API behind HTTP tools, with bombs and further pages",
      prove: (context) => measureInputs(context, { often: ofTargets(), seldom: [] }),
    },
  ],
});
