// Pages that the API itself sends. Each page is a single file without scripts, and loads nothing.
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { contentPolicy } from './guard-headers.ts';

/**
 * A page that a handler returns in place of data. `write` returns the HTML, with the nonce on the
 * style element.
 */
export class HtmlPage {
  readonly write: (nonce: string) => string;
  constructor(write: (nonce: string) => string) {
    this.write = write;
  }
}

/**
 * Sends a page. The page's policy allows the page's own style. If `forms` is `self`, the policy
 * also allows a form that is sent to the shop.
 */
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

/** Escapes a text for use between tags or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
