// A preload that limits concurrency. The suite starts every client at once, and on a small machine
// their servers would time out.

import { once } from "node:events";
import { connect } from "node:net";
import { env } from "node:process";

const turn = connect(Number(env["CONFORMANCE_TURNS"]), "127.0.0.1");
await once(turn, "data");
// Stays open until the program ends, without keeping it alive.
turn.unref();
