import {
  answers,
  largestAnswers,
  largestLists,
  largestOfTargets,
  lists,
  ofTargets,
} from "./cost/hostile-answers.ts";
import {
  argumentsGiven,
  headers,
  largestByLane,
  largestLines,
  largestMessages,
  messages,
} from "./cost/hostile-messages.ts";
import { measureInputs } from "./cost/measure-inputs.ts";
import { definePromise } from "./promise.ts";

export const promise = definePromise({
  id: "P10",
  text: "No message that is accepted from a client or a server, and no other input of at most 1 MB, costs more than 100 times its size in memory, or more than 250 ms of the event loop at once.",
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
      title: "the largest calls in the other lanes of HTTP",
      prove: (context) => measureInputs(context, { often: largestByLane(), seldom: [] }),
    },
    {
      title: "the largest calls over stdio",
      prove: (context) =>
        measureInputs(context, { often: largestLines(), seldom: [], over: "stdio" }),
    },
    {
      title: "the largest answers and lists of servers, and answers of an API",
      prove: (context) =>
        measureInputs(context, {
          often: [...largestAnswers(), ...largestOfTargets()],
          seldom: largestLists(),
        }),
    },
    {
      title: "hostile answers of an API behind HTTP tools, with bombs and further pages",
      prove: (context) => measureInputs(context, { often: ofTargets(), seldom: [] }),
    },
  ],
});
