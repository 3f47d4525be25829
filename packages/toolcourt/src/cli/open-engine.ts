import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  createSchemaEngine,
  isUnchecked,
  type SchemaEngine,
  type SchemaEngineOptions,
} from "@toolcourt/contracts/internal/schemas/engine";

/**
 * Opens the schema engine of a command. It throws if no thread can start. A gateway holds the tool
 * then, but a command would report a schema that it never saw.
 */
export function openEngine(options: SchemaEngineOptions): SchemaEngine {
  const engine = createSchemaEngine(options);
  return {
    compile: async (schema, purpose) => {
      const compilation = await engine.compile(schema, purpose);
      if (compilation.kind === "refused" && isUnchecked(compilation.refusals)) {
        throw new Refusal("schema-unchecked", {});
      }
      return compilation;
    },
    [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose](),
  };
}
