import { argv } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openSqliteStores } from "@toolcourt/gateway/internal/stores/sqlite/open-sqlite-stores";
import { entry, many } from "@toolcourt/gateway/internal/stores/suites/builders";
import { link, linkModule } from "@toolcourt/gateway/internal/stores/suites/link";

// A separate process that appends fifty rows, one by one, to the given file.
const [path = ""] = argv.slice(2);
await using stores = await openSqliteStores(path, { link, linkModule, clock: systemClock });
for (const body of many(50, "from outside ")) {
  await stores.audit.append([entry({ body })], "committed");
}
