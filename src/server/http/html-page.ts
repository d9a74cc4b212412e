// Pages that the API itself answers: one file, no script, nothing loaded.
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

/** Answers a page that may do nothing but show itself with its own style, and send a form where it has one (`self`). */
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

/** A text as it is in a page, between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
