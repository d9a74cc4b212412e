// Serves `/api/openapi.json`, and a page at `/api/docs` that shows this document without scripts.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { contentPolicy } from './guard-headers.ts';
import { escapeHtml } from './html-page.ts';
import type { ShopSettings } from '#domain/shop-settings.ts';
import { signedDocument } from './openapi.ts';
import { cacheCompressed } from './send-compressed.ts';

/**
 * Serves an OpenAPI document and a page that shows the document. The first request writes each of
 * them. `settings` returns the shop's current name and contacts.
 */
export function serveOpenApi(
  app: FastifyInstance,
  write: () => Record<string, unknown>,
  settings: () => ShopSettings,
): void {
  let written: Record<string, unknown> | undefined;
  const document = () => (written ??= write());
  const sendersOf = (shop: ShopSettings) => ({
    shop,
    sendDocument: cacheCompressed(() => JSON.stringify(signedDocument(document(), shop))),
    sendPage: cacheCompressed(() => readerPage(document() as unknown as Document, shop.name)),
  });
  let last = sendersOf(settings());
  const senders = () => {
    const shop = settings();
    if (shop !== last.shop) last = sendersOf(shop);
    return last;
  };
  app.get('/api/openapi.json', async (request, reply) =>
    senders().sendDocument(request, reply.type('application/json; charset=utf-8')),
  );
  const styleHash = createHash('sha256').update(STYLE).digest('base64');
  const policy = contentPolicy([`style-src 'sha256-${styleHash}'`], 'none');
  app.get('/api/docs', async (request, reply) =>
    senders().sendPage(
      request,
      reply.header('content-security-policy', policy).type('text/html; charset=utf-8'),
    ),
  );
}

type Reference = { $ref: string };
type Parameter = { name: string; in: string; required: boolean; schema: unknown };
type Response = {
  description: string;
  /** The content by media type. If the response is a file, only the file's media type is listed. */
  content: Record<string, { schema: { properties?: { data: unknown } } }>;
};
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: (Parameter | Reference)[];
  requestBody?: { content: { 'application/json': { schema: unknown } } };
  responses: Record<string, Response | Reference>;
};
type Webhook = {
  summary: string;
  requestBody: { content: { 'application/json': { schema: unknown; example: unknown } } };
};
type Document = {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Webhook }>;
  components: {
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
    schemas: Record<string, unknown>;
  };
};

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  h2 { margin-top: 2.5rem; }
  details { border-top: 1px solid color-mix(in oklab, currentColor 20%, transparent); padding: .6rem 0; }
  summary { cursor: pointer; } summary code { font-weight: 600; }
  pre { overflow: auto; padding: .8rem; background: color-mix(in oklab, currentColor 7%, transparent); border-radius: 6px; }
  table { border-collapse: collapse; } td, th { text-align: left; padding: .2rem 1rem .2rem 0; vertical-align: top; white-space: pre-line; }
`;

function readerPage(document: Document, shopName: string): string {
  const { tags, paths, webhooks, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const rooms = tags.map(({ name, description }) => {
    const parts = operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ method, path, operation }) => operationPart(components, method, path, operation));
    return `<h2 id="${name}">${name}</h2><p>${escapeHtml(description)}</p>\n${parts.join('\n')}`;
  });
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `<h3 id="${name}">${name}</h3><pre>${json(schema)}</pre>`,
  );
  const events = Object.entries(webhooks).map(([type, { post }]) => eventPart(type, post));
  const contents = [...tags.map(({ name }) => name), 'events', 'shapes'].map(
    (name) => `<a href="#${name}">${name}</a>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${escapeHtml(shopName)}</title><style>${STYLE}</style></head>
<body><main><h1>The ${escapeHtml(shopName)} API</h1>
<p>Every call is below <code>/api</code>. Each answer in JSON is an envelope: <code>{success, data, timestamp}</code> or
<code>{success, error: {code, message, details?}, timestamp}</code>. Money is a decimal number of CAD.
The same, for machines: <a href="/api/openapi.json">openapi.json</a>.</p>
<p>${contents.join(' · ')}</p>
${rooms.join('\n')}
<h2 id="events">events</h2><p>What the shop sends to webhooks, signed by the Standard Webhooks specification.</p>
${events.join('\n')}
<h2 id="shapes">shapes</h2><p>What the calls refer to by name.</p>
${schemas.join('\n')}
</main></body></html>`;
}

function operationPart(
  components: Document['components'],
  method: string,
  path: string,
  operation: Operation,
): string {
  const parameters = operation.parameters.map((part) => {
    const one = '$ref' in part ? components.parameters[nameIn(part)]! : part;
    return `<tr><th>${escapeHtml(one.name)}</th><td>${one.in}</td><td>${one.required ? 'required' : ''}</td><td>${json(one.schema, 0)}</td></tr>`;
  });
  const responses = Object.entries(operation.responses).map(
    ([status, part]) =>
      [status, '$ref' in part ? components.responses[nameIn(part)]! : part] as const,
  );
  const body = operation.requestBody?.content['application/json'].schema;
  const refusals = responses
    .filter(([status]) => status !== '200')
    .map(([status, one]) => `<tr><th>${status}</th><td>${escapeHtml(one.description)}</td></tr>`);
  const [, success] = responses.find(([status]) => status === '200')!;
  return `<details id="${operation.operationId}"><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(operation.summary)}</summary>
<p>${escapeHtml(operation.description)}</p>
${parameters.length === 0 ? '' : `<h4>Parameters</h4><table>${parameters.join('')}</table>`}
${body === undefined ? '' : `<h4>Body</h4><pre>${json(body)}</pre>`}
${successPart(success.content)}
<h4>Refusals</h4><table>${refusals.join('')}</table></details>`;
}

function eventPart(type: string, { summary, requestBody }: Webhook): string {
  const { schema, example } = requestBody.content['application/json'];
  return `<details><summary><code>${type}</code> ${escapeHtml(summary)}</summary>
<h4>Body</h4><pre>${json(schema)}</pre><h4>Example</h4><pre>${json(example)}</pre></details>`;
}

function successPart(content: Response['content']): string {
  // A response that is a file has no envelope, even if the file is JSON.
  const data = content['application/json']?.schema.properties?.data;
  return data === undefined
    ? `<h4>A success is a file</h4><p>${escapeHtml(Object.keys(content).join(', '))}</p>`
    : `<h4>Data of a success</h4><pre>${json(data)}</pre>`;
}

function nameIn({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

const REFERENCE = /\{\s*&quot;\$ref&quot;:\s?&quot;#\/components\/schemas\/(\w+)&quot;\s*\}/g;

/** Returns a schema as HTML text, in which each reference is a link. */
function json(schema: unknown, indent = 2): string {
  const text = escapeHtml(JSON.stringify(schema, null, indent));
  return text.replaceAll(REFERENCE, '<a href="#$1">$1</a>');
}
