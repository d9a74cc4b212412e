// Where mails that somebody can do without lead to: no more of their kind, without signing in. To look asks, and the press of
// a button, or of a mail program's own (RFC 8058), does it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAIL_LIST_WORDS } from '#domain/mail.ts';
import { escapeHtml, HtmlPage, sendPage } from '../http/html-page.ts';
import { readUnsubscribeToken } from '../mail/unsubscribe-token.ts';
import type { Context } from '../runtime/context.ts';
import { updatePreferences } from './settings-queries.ts';

/** What a mail program sends is a word and no more. */
const BODY_BYTES_MAX = 16 * 1024;

const STYLE = `
  :root { color-scheme: light dark; font: 17px/1.5 system-ui, sans-serif; }
  main { max-width: 32rem; margin: 12vh auto; padding: 0 1.5rem; }
  h1 { font-size: 1.75rem; line-height: 1.15; margin: 0 0 .75rem; }
  p { margin: 0 0 1.5rem; }
  button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border: 2px solid; border-radius: .5rem; background: none; color: inherit; cursor: pointer; }
`;

/** Serves `/unsubscribe/{token}`. */
export function serveUnsubscribe(app: FastifyInstance, context: Context): void {
  const { db, config, settings, log } = context;
  const named = (request: FastifyRequest) =>
    readUnsubscribeToken((request.params as { token: string }).token, config.authSecret);
  const show = (reply: FastifyReply, status: number, title: string, body: string) => {
    const shop = escapeHtml(settings.now().name);
    return sendPage(
      reply
        .status(status)
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer'),
      new HtmlPage(
        (nonce) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · ${shop}</title><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>${title}</h1>${body}<p>${shop}</p></main></body></html>`,
      ),
      'self',
    );
  };
  const unknown = (reply: FastifyReply) =>
    show(
      reply,
      404,
      'This link does not work',
      '<p>It was cut off on its way. You can choose your mails under My account, in your preferences.</p>',
    );

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Whatever form a mail program sends it in: the address says all.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
      (_request, _body, done) => done(null, null),
    );
    scope.get('/unsubscribe/:token', async (request, reply) => {
      const found = named(request);
      if (found === null) return unknown(reply);
      return show(
        reply,
        200,
        'Unsubscribe',
        `<p>Do you want no more ${MAIL_LIST_WORDS[found.list]}?</p>
<form method="post"><p><button name="List-Unsubscribe" value="One-Click">Unsubscribe</button></p></form>`,
      );
    });
    scope.post('/unsubscribe/:token', async (request, reply) => {
      const found = named(request);
      if (found === null) return unknown(reply);
      const { userId, list } = found;
      await updatePreferences(db, userId, { [list]: false });
      log.info({ userId, list }, 'Unsubscribed');
      return show(
        reply,
        200,
        'You are unsubscribed',
        `<p>You get no more ${MAIL_LIST_WORDS[list]}. Under My account, in your preferences, you can have them again.</p>`,
      );
    });
  });
}
