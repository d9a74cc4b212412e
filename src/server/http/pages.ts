// Serves the web app: the built files as they are, and every other address as a page that the web
// bundle renders. The bundle is loaded by its path; server and web share no code but the contract.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Endpoint } from '#contract/endpoint.ts';
import { Rejection } from '#domain/rejection.ts';
import type { FastifyInstance } from 'fastify';
import type { ViteDevServer } from 'vite';
import { makeGate } from './gate.ts';
import { contentPolicy } from './guard-headers.ts';
import { sendCompressed } from './send-compressed.ts';

type RenderPage = (
  request: Request,
  options: {
    nonce: string;
    builtFiles: unknown;
    call: (row: Endpoint, input: unknown) => Promise<unknown>;
  },
) => Promise<Response>;

export type PageOptions = {
  /** The folder of the browser's build. */
  clientDir: string;
  /** The server's bundle, as an import specifier; under `dev` a source path. */
  serverEntry: string;
  /** The shop's address as its visitors see it. */
  publicUrl: string;
  /** Runs a row's handler inside the process, for a visitor nobody knows. */
  call: (row: Endpoint, input: unknown) => Promise<unknown>;
  /** Whether card data is typed into Stripe's own frame: the policy then allows its addresses. */
  stripe: boolean;
  /** How long a page may take, the wait for its turn not counted. Default: ten seconds. */
  renderMs?: number;
  /** Sources instead of builds. The caller mounts `dev.middlewares` before. */
  dev?: ViteDevServer;
};

const YEAR_S = 31_536_000;
const HOUR_S = 3600;
/** Addresses that belong to others: an unknown one there is no page. */
const NOT_PAGES = /^\/(?:api|art|assets|stripe-sandbox)(?:[/?]|$)/;

/** Adds the pages to the app. To be called after every other route is known. */
export async function servePages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { clientDir, dev } = options;
  if (dev === undefined) await serveFiles(app, clientDir);
  const builtFiles: unknown =
    dev === undefined
      ? JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8'))
      : null;
  const built =
    dev === undefined ? ((await import(options.serverEntry)) as { renderPage: RenderPage }) : null;

  app.get('/*', async (request, reply) => {
    if (NOT_PAGES.test(request.url)) return reply.callNotFound();
    const { renderPage } =
      built ??
      ((await dev!.ssrLoadModule(options.serverEntry)) as unknown as { renderPage: RenderPage });
    const nonce = randomBytes(16).toString('base64');
    // Joined, not resolved: an address such as "//else.where" stays a path of ours.
    const path = request.url.startsWith('/') ? request.url : '/';
    const address = new URL(options.publicUrl + path);
    const answer = await throughPages(() =>
      inTime(options.renderMs ?? RENDER_TIMEOUT_MS, (signal) =>
        renderPage(new Request(address, { headers: { accept: 'text/html' }, signal }), {
          nonce,
          builtFiles,
          call: options.call,
        }),
      ),
    );
    reply.code(answer.status);
    // A redirect stays on the host it was asked for, whatever name the shop has for itself.
    const location = answer.headers.get('location');
    if (location !== null) return reply.header('location', pathOf(location)).send();
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
    const html = await answer.text();
    if (dev !== undefined) {
      reply.removeHeader('content-security-policy');
      return reply.send(await dev.transformIndexHtml(request.url, html));
    }
    reply.header('content-security-policy', pagePolicy(nonce, options));
    return sendCompressed(request, reply, html);
  });
}

const RENDER_TIMEOUT_MS = 10_000;

// Rendering takes a core: more at once would only make each of them late, and all else that the process does.
const throughPages = makeGate({ running: 2, waiting: 300, waitMs: 8_000 });

/**
 * Renders a page. Rejects with UNAVAILABLE one that is not done in time: the shop is busy, nothing is broken. The time
 * is kept here and not by the signal alone: who renders may have lost it, and would keep its place at the gate for good.
 */
async function inTime(
  milliseconds: number,
  render: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const rendering = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const isLate = new Rejection('UNAVAILABLE');
    reject(isLate);
    rendering.abort(isLate);
  }, milliseconds);
  try {
    return await Promise.race([render(rendering.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function serveFiles(app: FastifyInstance, clientDir: string): Promise<void> {
  // Built files carry a hash of their content in their name.
  await app.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_S * 1000,
    index: false,
    dotfiles: 'ignore',
  });
  const isFile = /^(?!.*\.(?:br|gz)$)[\w-]+\.\w+$/;
  for (const name of readdirSync(clientDir).filter((one) => isFile.test(one))) {
    app.get(`/${name}`, (_request, reply) =>
      reply.sendFile(name, clientDir, {
        maxAge: HOUR_S * 1000,
        immutable: false,
      }),
    );
  }
}

function pathOf(location: string): string {
  const { pathname, search, hash } = new URL(location, 'http://shop.invalid');
  return pathname + search + hash;
}

/**
 * Only our own files, only our own scripts; styles may be inline, they can't do anything. Stripe's script
 * must come from Stripe, and brings its own frames.
 */
function pagePolicy(nonce: string, { stripe, publicUrl }: PageOptions): string {
  const also = (addresses: string) => (stripe ? ` ${addresses}` : '');
  const loads = [
    `script-src 'self' 'nonce-${nonce}'${also('https://js.stripe.com')}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data:${also('https://*.stripe.com')}`,
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self'${also('https://api.stripe.com')}`,
    ...(stripe ? ['frame-src https://js.stripe.com https://hooks.stripe.com'] : []),
    ...(publicUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ];
  return contentPolicy(loads, 'self');
}
