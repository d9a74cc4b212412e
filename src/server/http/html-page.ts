// Pages that the API itself sends: one file, no script, no loaded resource.
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { contentPolicy } from './guard-headers.ts';

/** A page in place of data. `write` puts the nonce on its style element. */
export class HtmlPage {
  readonly write: (nonce: string) => string;
  constructor(write: (nonce: string) => string) {
    this.write = write;
  }
}

/** Sends a page that may only show itself with its own style, and submit a form if it has one (`self`). */
export function sendPage(
  reply: FastifyReply,
  page: HtmlPage,
  forms: 'none' | 'self' = 'none',
): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header('content-security-policy', contentPolicy([`style-src 'nonce-${nonce}'`], forms))
    .type('text/html; charset=utf-8')
    .send(page.write(nonce));
}

/** A text escaped for a page, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
