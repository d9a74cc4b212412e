// Renders Markdown to HTML that contains nothing that can run, because an attacker might one day write a text.
import type { ShownText } from '#contract/storefront-texts.ts';
import type { ShopSettings } from '#domain/shop-settings.ts';
import { marked, type Token } from 'marked';
import sanitizeHtml from 'sanitize-html';

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags:
    'p br hr strong em del a ul ol li blockquote code pre h2 h3 h4 table thead tbody tr th td'.split(
      ' ',
    ),
  allowedAttributes: { a: ['href', 'rel', 'target'], th: ['align'], td: ['align'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // The page around the text has an `h1`, and a page may have only one.
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, { href = '' }) => {
      const attribs: Record<string, string> = { href };
      if (/^https?:/i.test(href)) Object.assign(attribs, { rel: 'noreferrer', target: '_blank' });
      return { tagName, attribs };
    },
  },
};

/**
 * Renders the parts of a text: everything before its first heading, and a section for each heading of the first or
 * second order. This may take seconds, so requests use `shown-texts.ts`, which calls it in a separate thread.
 */
export function renderText(
  markdown: string,
  { name, contactEmail, sealed }: Pick<ShopSettings, 'name' | 'contactEmail'> & { sealed: string },
): ShownText {
  const filled = markdown
    .replaceAll('{shop}', () => asPlainMarkdown(name))
    .replaceAll('{contact}', () => asPlainMarkdown(contactEmail))
    .replaceAll('{sealed}', () => asPlainMarkdown(sealed));
  const tokens = marked.lexer(filled);
  const isHead = (token: Token) => token.type === 'heading' && (token['depth'] as number) <= 2;
  const first = tokens.findIndex(isHead);
  const before = first === -1 ? tokens : tokens.slice(0, first);
  const sections: { title: string; tokens: Token[] }[] = [];
  for (const token of first === -1 ? [] : tokens.slice(first)) {
    if (isHead(token)) sections.push({ title: plainTextOf(token), tokens: [] });
    else sections.at(-1)!.tokens.push(token);
  }
  return {
    html: htmlOf(before),
    sections: sections.map(({ title, tokens: own }) => ({ title, html: htmlOf(own) })),
  };
}

function htmlOf(tokens: Token[]): string {
  return sanitizeHtml(marked.parser(tokens), ALLOWED).trim();
}

function plainTextOf(token: Token): string {
  const html = sanitizeHtml(marked.parser([token]), { allowedTags: [], allowedAttributes: {} });
  return html
    .trim()
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** Escapes every character that has a meaning in Markdown. */
function asPlainMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+\-.!|~&]/g, (sign) => `\\${sign}`);
}
