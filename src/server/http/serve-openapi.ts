// Serves `/api/openapi.json`, and at `/api/docs` a page on which engineers read this document and try its calls out. The
// page shows the document with Swagger UI, whose files come from this shop too (choice 1052).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
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
    sendPage: cacheCompressed(() => readerPage(shop.name)),
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
  app.get('/api/docs', async (request, reply) =>
    senders().sendPage(
      request,
      reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8'),
    ),
  );
  for (const { path, type, address } of FILES) {
    const send = cacheCompressed(() => readFileSync(fileURLToPath(address()), 'utf8'));
    app.get(path, async (request, reply) =>
      send(request, reply.header('cache-control', 'public, max-age=3600').type(type)),
    );
  }
}

/** The files of Swagger UI. The package's own server is not used, because it would serve a page of its own. */
const FILES = [
  {
    path: '/api/docs/reader.js',
    type: 'text/javascript; charset=utf-8',
    address: () => import.meta.resolve('@fastify/swagger-ui/static/swagger-ui-bundle.js'),
  },
  {
    path: '/api/docs/reader.css',
    type: 'text/css; charset=utf-8',
    address: () => import.meta.resolve('@fastify/swagger-ui/static/swagger-ui.css'),
  },
];

const STYLE = `
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; }
  header { max-width: 1420px; margin: 2rem auto 0; padding: 0 20px; }
  html.dark-mode header, html.dark-mode header a { color: #e4e6e6; }
`;

/**
 * Starts the reader. A call that somebody tries out goes to the address of this page, even if the shop has another name
 * too: the page's policy allows no other. `validatorUrl`: without it, Swagger UI would send the document to its makers.
 */
const START = `
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.classList.toggle('dark-mode', isDark);
  SwaggerUIBundle({
    url: '/api/openapi.json',
    dom_id: '#reader',
    validatorUrl: null,
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    requestInterceptor(request) {
      const { pathname, search } = new URL(request.url, location.href);
      request.url = location.origin + pathname + search;
      return request;
    },
  });
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const POLICY = contentPolicy(
  [
    `script-src 'self' ${hashOf(START)}`,
    `style-src 'self' ${hashOf(STYLE)}`,
    "img-src 'self' data:",
    "connect-src 'self'",
  ],
  'none',
);

function readerPage(shopName: string): string {
  const name = escapeHtml(shopName);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${name}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/reader.css"><style>${STYLE}</style></head>
<body><header><h1>The ${name} API</h1>
<p>Each answer in JSON is an envelope: <code>{success, data, timestamp}</code> or
<code>{success, error: {code, message, details?}, timestamp}</code>. Money is a decimal number of CAD. What you try out
here happens in this shop. The same, for machines: <a href="/api/openapi.json">openapi.json</a>.</p>
<noscript><p>This page needs JavaScript.</p></noscript></header>
<div id="reader"></div>
<script src="/api/docs/reader.js"></script><script>${START}</script>
</body></html>`;
}
