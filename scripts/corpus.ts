import { runCorpus } from "../corpus/run.ts";

process.exitCode = await runCorpus(process.argv.slice(2));
