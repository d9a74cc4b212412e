// Builds the schemas of the OpenAPI document. A named schema is written once, and other schemas
// refer to it.
import { z } from 'zod';
import type { ZodMiniType } from 'zod/mini';
import { NAMES } from '#contract/names.ts';
import { CAD_FORM } from '#domain/decimals.ts';
import { WORDS } from './openapi-words.ts';

export type Json = Record<string, unknown>;

type Registry = z.core.$ZodRegistry<{ id: string }>;

/** Returns the contract's names as a registry for Zod. Throws if two shapes have the same name. */
function registryOfNames(): Registry {
  const registry: Registry = z.registry<{ id: string }>();
  const taken = new Set(Object.keys(WORDS));
  for (const [shape, id] of NAMES) {
    if (taken.has(id)) throw new Error(`Two schemas have the name ${id}`);
    taken.add(id);
    registry.add(shape, { id });
  }
  return registry;
}

/** The path under which Zod puts the schemas of its registry. */
const NAMED_BY_ZOD = '#/$defs/';

/** A reference to a shared component of the document. */
export function referenceTo(kind: 'schemas' | 'parameters' | 'responses', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

/** Returns the entries sorted by name. */
export function inOrder(things: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(things).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns a schema in wire form. For a codec, the wire form is the side that the codec decodes from. */
function wireSchema(
  shape: ZodMiniType,
  registry: Registry,
): { schema: Json; defs: Record<string, Json> } {
  const {
    $schema: _dialect,
    $defs: defs = {},
    ...schema
  } = z.toJSONSchema(shape, {
    io: 'input',
    unrepresentable: 'any',
    metadata: registry,
    override: ({ zodSchema, jsonSchema }) => {
      nameKnownKeys(jsonSchema);
      describeCodec((zodSchema as z.core.$ZodTypes)._zod.def, jsonSchema);
    },
  });
  return { schema, defs: defs as Record<string, Json> };
}

/**
 * The format of an amount of money, in JSON and in a query. Only amounts have it, so that a generated client can tell
 * them from other numbers (choice 1050).
 */
export const AMOUNT_FORMAT = 'decimal';

/** Says which numbers are amounts, and that the whole numbers of a query are numbers. */
function describeCodec(def: z.core.$ZodTypes['_zod']['def'], schema: z.core.JSONSchema.BaseSchema) {
  if (def.type !== 'pipe') return;
  if (schema.type === 'number' || schema.pattern === CAD_FORM.source) {
    schema.format = AMOUNT_FORMAT;
  } else if (schema.type === 'string' && isNumber(def.out)) {
    delete schema.pattern;
    const { $schema: _dialect, ...whole } = z.toJSONSchema(def.out);
    Object.assign(schema, whole);
  }
}

function isNumber(shape: z.core.$ZodType): boolean {
  return (shape as z.core.$ZodTypes)._zod.def.type === 'number';
}

/**
 * Turns a record with known keys into an object with a property per key, so that generated clients
 * have a field for each key.
 */
function nameKnownKeys(schema: z.core.JSONSchema.BaseSchema): void {
  const { propertyNames, additionalProperties } = schema;
  if (typeof propertyNames !== 'object' || propertyNames.enum === undefined) return;
  const keys = propertyNames.enum.map(String);
  schema.properties = Object.fromEntries(keys.map((key) => [key, additionalProperties ?? {}]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}

/**
 * The names of enums and ids, by their schema. Throws if two names have equal schemas, because a
 * field with this schema could then have either name.
 */
function wordsByForm(words: Record<string, ZodMiniType>, registry: Registry): Map<string, string> {
  const names = new Map<string, string>();
  for (const [name, word] of Object.entries(words)) {
    const form = JSON.stringify(wireSchema(word, registry).schema);
    const taken = names.get(form);
    if (taken !== undefined) throw new Error(`${taken} and ${name} have the same name in the API`);
    names.set(form, name);
  }
  return names;
}

/** Builds schemas and collects those that have names. */
export class Schemas {
  readonly #registry = registryOfNames();
  readonly #named: Record<string, Json> = {};
  readonly #words: Map<string, string>;

  constructor(words: Record<string, ZodMiniType> = WORDS) {
    this.#words = wordsByForm(words, this.#registry);
  }

  /** Returns the schema of a shape, with references to the named schemas. */
  of(shape: ZodMiniType): Json {
    const { schema, defs } = wireSchema(shape, this.#registry);
    for (const [name, def] of Object.entries(defs)) this.#named[name] ??= this.#referring(def);
    return this.#referring(schema);
  }

  /** Adds a schema under its name. */
  add(name: string, schema: Json): void {
    this.#named[name] = schema;
  }

  /** The named schemas collected so far. */
  all(): Record<string, Json> {
    return inOrder(this.#named);
  }

  #referring(schema: Json): Json {
    const { $ref, default: start, ...form } = schema;
    const besides = start === undefined ? {} : { default: start };
    if (typeof $ref === 'string') {
      const name = $ref.slice(NAMED_BY_ZOD.length);
      return { ...referenceTo('schemas', name), ...besides, ...form };
    }
    const word = 'properties' in form ? undefined : this.#words.get(JSON.stringify(form));
    if (word !== undefined) {
      this.add(word, form);
      return { ...referenceTo('schemas', word), ...besides };
    }
    return Object.fromEntries(
      Object.entries(schema).map(([key, part]) => [key, this.#within(part)]),
    );
  }

  #within(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((one) => this.#within(one));
    return typeof part === 'object' && part !== null ? this.#referring(part as Json) : part;
  }
}
