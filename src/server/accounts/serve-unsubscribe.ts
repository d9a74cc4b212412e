// Serves the unsubscribe link in optional mails. A user can leave one kind of mail without a
// sign-in. GET shows a question. POST unsubscribes; the button on the page and the mail program's
// own request (RFC 8058) use POST.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hexOfShade, tokensOf, type Theme } from '#domain/brand-colour.ts';
import { MAIL_LIST_WORDS } from '#domain/mail.ts';
import { escapeHtml, HtmlPage, sendPage } from '../http/html-page.ts';
import { readUnsubscribeToken } from '../mail/unsubscribe-token.ts';
import type { Context } from '../runtime/context.ts';
import { updatePreferences } from './settings-queries.ts';

/** Maximum size of a request's body in bytes. Mail programs send a single word. */
const BODY_BYTES_MAX = 16 * 1024;

/** Returns CSS with the shop's colours, for both themes. */
function styleOf(colour: string): string {
  const tokens = tokensOf(colour);
  const of = (theme: Theme) =>
    (['bg', 'surface', 'line', 'text', 'text-2', 'brand', 'on-brand'] as const)
      .map((name) => `--${name}: ${hexOfShade(tokens[name][theme])};`)
      .join(' ');
  return `
  :root { color-scheme: light dark; ${of('light')} font: 16px/1.5 Archivo, system-ui, sans-serif; background: var(--bg); color: var(--text); }
  @media (prefers-color-scheme: dark) { :root { ${of('dark')} } }
  body { margin: 0; padding: 12vh 16px 48px; }
  main { box-sizing: border-box; max-width: 28rem; margin: 0 auto; padding: 28px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; overflow-wrap: anywhere; }
  h1 { font-size: 30px; line-height: 1.08; letter-spacing: -.018em; margin: 0 0 12px; }
  p { margin: 0; }
  form { margin: 24px 0 0; }
  button { box-sizing: border-box; width: 100%; min-height: 44px; padding: 8px 20px; border: 0; border-radius: 6px; background: var(--brand); color: var(--on-brand); font: inherit; font-weight: 600; cursor: pointer; }
  button:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; }
  .shop { margin: 28px 0 0; padding: 16px 0 0; border-top: 1px solid var(--line); font-size: 14px; color: var(--text-2); }
`;
}

/** Serves `/unsubscribe/{token}`. */
export function serveUnsubscribe(app: FastifyInstance, context: Context): void {
  const { db, config, settings, log } = context;
  const named = (request: FastifyRequest) =>
    readUnsubscribeToken((request.params as { token: string }).token, config.authSecret);
  const show = (reply: FastifyReply, status: number, title: string, body: string) => {
    const { name, colour } = settings.now();
    const shop = escapeHtml(name);
    return sendPage(
      reply
        .status(status)
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer'),
      new HtmlPage(
        (nonce) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · ${shop}</title><style nonce="${nonce}">${styleOf(colour)}</style></head>
<body><main><h1>${title}</h1>${body}<p class="shop">${shop}</p></main></body></html>`,
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
    // Accepts any content type, because mail programs send different types and the shop does not
    // need the body.
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
<form method="post"><button name="List-Unsubscribe" value="One-Click">Unsubscribe</button></form>`,
      );
    });
    scope.post('/unsubscribe/:token', async (request, reply) => {
      const found = named(request);
      if (found === null) return unknown(reply);
      const { userId, list } = found;
      await updatePreferences(db, userId, { [list]: false });
      log.info({ event: 'unsubscribed', userId, list }, 'A user unsubscribed from a kind of mail');
      return show(
        reply,
        200,
        'You are unsubscribed',
        `<p>You get no more ${MAIL_LIST_WORDS[list]}. Under My account, in your preferences, you can have them again.</p>`,
      );
    });
  });
}
