import { benchValidate } from "./validate.ts";

console.log(await benchValidate());
