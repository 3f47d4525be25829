// Loaded before a program that shall not run at the same time as all the others: the suite starts every
// client at once, and on a small machine they would take so long that their servers give up on them.

import { once } from "node:events";
import { connect } from "node:net";
import { env } from "node:process";

const turn = connect(Number(env["CONFORMANCE_TURNS"]), "127.0.0.1");
await once(turn, "data");
// It stays open until the program ends, and does not keep it from ending.
turn.unref();
