import { argv } from "node:process";
import { systemClock } from "../../foundation/kernel/clock.ts";
import { openSqliteStores } from "../../stores/sqlite/open-sqlite-stores.ts";
import { entry, many } from "./builders.ts";
import { link, linkModule } from "./link.ts";

// A separate process that appends fifty rows, one by one, to the given file.
const [path = ""] = argv.slice(2);
await using stores = await openSqliteStores(path, { link, linkModule, clock: systemClock });
for (const body of many(50, "from outside ")) {
  await stores.audit.append([entry({ body })], "committed");
}
