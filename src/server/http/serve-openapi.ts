// `/api/openapi.json`, and `/api/docs`: a page to read it, without a script.
import type { Endpoint } from '#contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { escapeHtml, HtmlPage, sendPage } from './html-page.ts';
import { openApiDocument } from './openapi.ts';

/** Serves the OpenAPI document of some rows, and a reader for it. */
export function serveOpenApi(
  app: FastifyInstance,
  rows: Record<string, Endpoint>,
  publicUrl: string,
): void {
  const document = openApiDocument(rows, publicUrl);
  app.get('/api/openapi.json', async () => document);
  const page = new HtmlPage((nonce) => readerPage(document as unknown as Document, nonce));
  app.get('/api/docs', async (_request, reply) => sendPage(reply, page));
}

type Operation = {
  operationId: string;
  summary: string;
  security: unknown[];
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: { 'application/json': { schema: unknown } } };
  responses: Record<
    string,
    {
      description: string;
      /** By type; of a file there is no other than its own. */
      content: Record<string, { schema: { properties?: { data: unknown } } }>;
    }
  >;
};
type Document = { paths: Record<string, Record<string, Operation>> };

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  details { border-top: 1px solid color-mix(in oklab, currentColor 20%, transparent); padding: .6rem 0; }
  summary { cursor: pointer; } summary code { font-weight: 600; }
  pre { overflow: auto; padding: .8rem; background: color-mix(in oklab, currentColor 7%, transparent); border-radius: 6px; }
  table { border-collapse: collapse; } td, th { text-align: left; padding: .2rem 1rem .2rem 0; vertical-align: top; white-space: pre-line; }
`;

function readerPage(document: Document, nonce: string): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationPart(method, path, operation)),
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Felt &amp; Foil</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>The Felt &amp; Foil API</h1>
<p>Every call is below <code>/api</code>. Each answer is an envelope: <code>{success, data, timestamp}</code> or
<code>{success, error: {code, message, details?}, timestamp}</code>. Money is a decimal number of CAD.
The same, for machines: <a href="/api/openapi.json">openapi.json</a>.</p>
${operations.join('\n')}
</main></body></html>`;
}

function operationPart(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters.map(
    (one) =>
      `<tr><th>${escapeHtml(one.name)}</th><td>${one.in}</td><td>${one.required ? 'required' : ''}</td><td>${json(one.schema)}</td></tr>`,
  );
  const body = operation.requestBody?.content['application/json'].schema;
  const refusals = Object.entries(operation.responses)
    .filter(([status]) => status !== '200')
    .map(([status, one]) => `<tr><th>${status}</th><td>${escapeHtml(one.description)}</td></tr>`);
  return `<details id="${operation.operationId}"><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(operation.summary)}</summary>
<p>${operation.security.length === 0 ? 'No token needed.' : 'Needs a bearer token.'}</p>
${parameters.length === 0 ? '' : `<h4>Parameters</h4><table>${parameters.join('')}</table>`}
${body === undefined ? '' : `<h4>Body</h4><pre>${json(body)}</pre>`}
${successPart(operation.responses['200']!.content)}
<h4>Refusals</h4><table>${refusals.join('')}</table></details>`;
}

function successPart(content: Operation['responses'][string]['content']): string {
  const envelope = content['application/json'];
  return envelope === undefined
    ? `<h4>A success is a file</h4><p>${escapeHtml(Object.keys(content).join(', '))}</p>`
    : `<h4>Data of a success</h4><pre>${json(envelope.schema.properties!.data)}</pre>`;
}

function json(value: unknown): string {
  return escapeHtml(JSON.stringify(value, null, 2));
}
