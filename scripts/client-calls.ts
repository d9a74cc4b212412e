// `npm run client`: writes the client's list of calls and their types from the OpenAPI document, which comes from the
// contract. So the client needs none of the shop's code, and its types don't need Zod (choice 1053).
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { REJECTION_CODES } from '#domain/rejection.ts';
import type { Amounts } from '../client/src/amounts.ts';
import { openApiDocument } from '../src/server/http/openapi.ts';
import { AMOUNT_FORMAT } from '../src/server/http/openapi-schemas.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | false;
};

type Parameter = { name: string; in: string; required: boolean; schema: Schema };
type Content = Record<string, { schema: Schema } | undefined>;
type Reference = { $ref: string };

type Operation = {
  operationId: string;
  summary: string;
  description: string;
  security: unknown[];
  parameters: (Parameter | Reference)[];
  requestBody?: { content: Content };
  responses: Record<string, { content: Content } | Reference>;
};

type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: { requestBody: { content: Content } } }>;
  components: { schemas: Record<string, Schema> };
};

export const CALLS_FILE = resolve(import.meta.dirname, '../client/src/calls.ts');

/** The text of the file with the client's calls. */
export function writeClientCalls(): string {
  const callable = Object.entries<Endpoint>(ENDPOINTS).filter(
    ([, { signedBy }]) => signedBy === undefined,
  );
  const document = openApiDocument(Object.fromEntries(callable), () => 'accounts', '');
  return new Writer(document as Document).write();
}

const HEAD = `// The shop's calls and their types. Written by \`npm run client\` from the contract; a test compares them.
import type { Cents } from './amounts.ts';
import type { Call, CallForm, ListCall } from './call.ts';
`;

class Writer {
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  write(): string {
    const { paths, components, webhooks = {} } = this.#document;
    const calls = Object.entries(paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, one]) => this.#call(method, path, one)),
      )
      .toSorted((one, other) => (one.form < other.form ? -1 : 1));
    const named = Object.entries(components.schemas)
      .filter(([name, schema]) => name !== 'Refusal' && !isPlain(schema))
      .map(([name, schema]) => `export type ${name} = ${this.#typeOf(schema, '')};\n`);
    const events = Object.values(webhooks).map(
      ({ post }) => post.requestBody.content['application/json']!.schema,
    );
    return [
      HEAD,
      ...named,
      `/** The codes of the shop's refusals. */\nexport type RefusalCode =\n${union(REJECTION_CODES.map(literal))};\n`,
      `/** What a webhook tells. */\nexport type ShopEvent =\n${union(events.length === 0 ? [ANY_EVENT] : events.map((one) => this.#typeOf(one, '  ')))};\n`,
      `/** Where the events have amounts, by their types. */`,
      `export const EVENT_AMOUNTS: Record<string, CallForm['received']> = {\n${events.map((one) => this.#eventAmounts(one)).join('')}};\n`,
      `export type Calls = {\n${calls.map(({ type }) => type).join('')}};\n`,
      `export const CALLS: Record<keyof Calls, CallForm> = {\n${calls.map(({ form }) => form).join('')}};\n`,
    ].join('\n');
  }

  #call(method: string, path: string, operation: Operation): { type: string; form: string } {
    const { operationId, summary, description, security } = operation;
    const parameters = operation.parameters.map((one) => this.#resolve<Parameter>(one));
    const body = operation.requestBody?.content['application/json']?.schema;
    const fields = this.#inputOf(operationId, parameters, body);
    const query = parameters.flatMap((one) => (one.in === 'query' ? one.name : []));
    const { schema: reply, file } = this.#replyOf(operation);
    const listed = query.includes('page') ? this.#listIn(reply) : null;
    const kind = listed === null ? 'Call' : 'ListCall';
    const replied = file === null ? this.#typeOf(reply, '  ') : FILE_TYPES[file];
    const types = [
      this.#typeOf(fields, '  '),
      replied,
      ...(listed === null ? [] : [this.#typeOf(listed.item, '  ')]),
    ];
    const form = {
      method: method.toUpperCase(),
      path,
      query: query.length > 0 ? query : undefined,
      hasBody: body === undefined ? undefined : true,
      takesToken: security.length > 0 ? true : undefined,
      isKeyed: parameters.some(({ name }) => name === 'Idempotency-Key') ? true : undefined,
      file: file ?? undefined,
      list: listed?.field,
      size: listed === null ? undefined : query.find((name) => /^(?:limit|pageSize)$/.test(name)),
      sent: this.#amountsIn(fields),
      received: file === null ? this.#amountsIn(reply) : undefined,
    };
    return {
      type: `  /** ${summary} ${description} */\n  ${operationId}: ${kind}<${types.join(', ')}>;\n`,
      form: `  ${operationId}: ${JSON.stringify(form)},\n`,
    };
  }

  /** The fields of path, query and body as one object. */
  #inputOf(name: string, parameters: Parameter[], body: Schema | undefined): Schema {
    const sent = parameters.filter((one) => one.in !== 'header');
    const { properties = {}, required = [], ...rest } = this.#resolve<Schema>(body ?? {});
    if ('anyOf' in rest) throw new Error(`The body of ${name} is no object`);
    const twice = sent.find((one) => one.name in properties);
    if (twice !== undefined) throw new Error(`${name} has two fields ${twice.name}`);
    return {
      type: 'object',
      properties: {
        ...Object.fromEntries(sent.map((one) => [one.name, one.schema])),
        ...properties,
      },
      required: [...sent.flatMap((one) => (one.required ? one.name : [])), ...required],
    };
  }

  #replyOf({ responses }: Operation): { schema: Schema; file: keyof typeof FILE_TYPES | null } {
    const { content } = this.#resolve<{ content: Content }>(responses['200']!);
    const data = content['application/json']?.schema.properties?.['data'];
    if (data !== undefined) return { schema: data, file: null };
    const isText = /^text\/|json/.test(Object.keys(content)[0]!);
    return { schema: {}, file: isText ? 'text' : 'bytes' };
  }

  /** The list of a reply that has pages, which is its first field that is a list. */
  #listIn(reply: Schema): { field: string; item: Schema } {
    const fields = Object.entries(this.#resolve<Schema>(reply).properties ?? {});
    const [field, { items }] = fields.find(([, one]) => one.type === 'array')!;
    return { field, item: items! };
  }

  #eventAmounts(event: Schema): string {
    const { type, data } = this.#resolve<Schema>(event).properties!;
    const amounts = this.#amountsIn(data!);
    return amounts === undefined ? '' : `  ${literal(type!.const)}: ${JSON.stringify(amounts)},\n`;
  }

  #typeOf(schema: Schema, indent: string): string {
    if (schema.$ref !== undefined) {
      const target = this.#resolve<Schema>(schema);
      return isPlain(target) ? this.#typeOf(target, indent) : nameIn(schema.$ref);
    }
    if (schema.const !== undefined) return literal(schema.const);
    if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
    const options =
      schema.anyOf ??
      (Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : undefined);
    if (options !== undefined) {
      return [...new Set(options.map((one) => this.#typeOf(one, indent)))].join(' | ');
    }
    switch (schema.type) {
      case 'string':
      case 'integer':
      case 'number':
        if (schema.format === AMOUNT_FORMAT) return 'Cents';
        return schema.type === 'string' ? 'string' : 'number';
      case 'array': {
        const item = this.#typeOf(schema.items ?? {}, indent);
        return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
      }
      case 'object':
        return this.#objectType(schema, indent);
      default:
        return schema.type === undefined ? 'unknown' : String(schema.type);
    }
  }

  #objectType(schema: Schema, indent: string): string {
    const { properties = {}, required = [], additionalProperties } = schema;
    if (additionalProperties) {
      return `{ [name: string]: ${this.#typeOf(additionalProperties, indent)} }`;
    }
    const lines = Object.entries(properties).map(([name, one]) => {
      const type = this.#typeOf(one, `${indent}  `);
      const written = /^\w+$/.test(name) ? name : literal(name);
      return required.includes(name)
        ? `${indent}  ${written}: ${type};\n`
        : `${indent}  ${written}?: ${type} | undefined;\n`;
    });
    return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`;
  }

  #amountsIn(schema: Schema): Amounts | undefined {
    const one = this.#resolve<Schema>(schema);
    if (one.format === AMOUNT_FORMAT) return true;
    if (one.anyOf !== undefined) {
      const found = one.anyOf.flatMap((option) => this.#amountsIn(option) ?? []);
      return found.length === 0 ? undefined : found.reduce(merged);
    }
    if (one.items !== undefined) return this.#amountsIn(one.items);
    const { properties = {}, additionalProperties } = one;
    const parts = { ...properties, ...(additionalProperties && { '*': additionalProperties }) };
    const fields = Object.entries(parts).flatMap(([name, part]) => {
      const amounts = this.#amountsIn(part);
      return amounts === undefined ? [] : [[name, amounts] as const];
    });
    return fields.length === 0 ? undefined : Object.fromEntries(fields);
  }

  #resolve<Part extends object>(part: Part | Reference): Part {
    if (!('$ref' in part) || part.$ref === undefined) return part as Part;
    const keys = (part.$ref as string).split('/').slice(1);
    return keys.reduce<unknown>(
      (within, key) => (within as Record<string, unknown>)[key],
      this.#document,
    ) as Part;
  }
}

const FILE_TYPES = { text: 'string', bytes: 'Uint8Array' };

/** The type of an event of a shop without webhooks. */
const ANY_EVENT = '{ type: string; timestamp: string; data: { [field: string]: unknown } }';

/** Whether a schema is a text or a number of any value. Such types have no name, because it would tell nothing more. */
function isPlain(schema: Schema): boolean {
  const { type } = schema;
  return (
    schema.enum === undefined &&
    typeof type === 'string' &&
    /^(?:string|integer|number)$/.test(type)
  );
}

function merged(one: Amounts, other: Amounts): Amounts {
  if (one === true && other === true) return true;
  if (one === true || other === true) throw new Error('A field is an amount in one form alone');
  const common = Object.keys(one).filter((name) => name in other);
  return {
    ...one,
    ...other,
    ...Object.fromEntries(common.map((name) => [name, merged(one[name]!, other[name]!)])),
  };
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", String.raw`\'`)}'` : String(value);
}

function union(types: readonly string[]): string {
  return types.map((type) => `  | ${type}`).join('\n');
}

if (import.meta.main) writeFileSync(CALLS_FILE, writeClientCalls());
