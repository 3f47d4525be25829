import { definition, noOfficial, ownDefinition } from "@toolcourt/testing/test-proxy";
import { describe, expect, it } from "vitest";

type Loaded = Readonly<Record<string, { readonly type?: object; readonly format?: string }>>;

/** Returns the fields of every message and the methods of the service, without the names of files. */
function shapeOf(loaded: Loaded): object {
  const ofPackage = Object.entries(loaded).filter(([name]) => name.startsWith("agentgateway."));
  return Object.fromEntries(
    ofPackage.map(([name, { type, ...methods }]) => [
      name,
      type === undefined ? methodsOf(methods) : fieldsOf(type),
    ]),
  );
}

interface Method {
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  readonly requestType: { readonly type: { readonly name: string } };
  readonly responseType: { readonly type: { readonly name: string } };
}

function methodsOf(methods: object): object {
  return Object.values<Method>({ ...methods }).map(({ requestType, responseType, ...method }) => ({
    path: method.path,
    streams: [method.requestStream, method.responseStream],
    takes: requestType.type.name,
    gives: responseType.type.name,
  }));
}

function fieldsOf(type: object): object {
  const { field = [], nestedType = [], enumType = [] }: Fields = type;
  return {
    field: field.map(({ name, number, label, type: of, typeName, oneofIndex, proto3Optional }) => ({
      name,
      number,
      label,
      of,
      typeName: typeName?.split(".").at(-1) ?? "",
      oneofIndex: oneofIndex ?? null,
      isOptional: proto3Optional === true,
    })),
    nestedType: nestedType.map(fieldsOf),
    enumType: enumType.map(({ value }) => value?.map(({ name, number }) => [name, number])),
  };
}

interface Fields {
  readonly field?: readonly Field[];
  readonly nestedType?: readonly object[];
  readonly enumType?: readonly { readonly value?: readonly Field[] }[];
}

interface Field {
  readonly name?: string;
  readonly number?: number;
  readonly label?: string;
  readonly type?: string;
  readonly typeName?: string;
  readonly oneofIndex?: number;
  readonly proto3Optional?: boolean;
}

describe("our definition of ExtMcp", () => {
  it.skipIf(noOfficial !== undefined)(
    "has the messages, fields and methods of the official one",
    () => {
      const [ours, official] = [shapeOf(ownDefinition()), shapeOf(definition())];

      expect(Object.keys(ours)).toHaveLength(9);
      expect(ours).toEqual(official);
    },
  );
});
