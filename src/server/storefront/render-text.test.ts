import { describe, expect, test } from 'vitest';
import { sealSentence } from '#domain/seal.ts';
import { DEFAULT_TEXTS } from '#domain/default-texts.ts';
import type { ShopSettings } from '#domain/shop-settings.ts';
import { renderText } from './render-text.ts';
import { inlineHtmlOf } from './shown-texts.ts';

const SHOP = {
  ...({ name: 'Harbour *&* Cards', contactEmail: 'hello@harbour.test' } as ShopSettings),
  sealed: sealSentence(['resealed']),
};
const shown = (markdown: string) => renderText(markdown, SHOP);

describe('an operator’s text', () => {
  test('is rendered as its Markdown, below its page’s headings', () => {
    expect(shown('First.\n\n# One\n\n- a\n- **b**\n\n### Small\n\n## Two & three\n\nEnd.')).toEqual(
      {
        html: '<p>First.</p>',
        sections: [
          {
            title: 'One',
            html: '<ul>\n<li>a</li>\n<li><strong>b</strong></li>\n</ul>\n<h3>Small</h3>',
          },
          { title: 'Two & three', html: '<p>End.</p>' },
        ],
      },
    );
  });

  test('contains the words of the settings, which are not Markdown', () => {
    expect(shown('{shop}: {contact}').html).toBe(
      '<p>Harbour *&amp;* Cards: hello@harbour.test</p>',
    );
  });

  test('links elsewhere without a referrer, and only with harmless schemes', () => {
    const { html } = shown(
      '[a](https://x.test) [b](/packs) [c](javascript:alert(1)) [d](//x.test)',
    );
    expect(html).toContain('<a href="https://x.test" rel="noreferrer" target="_blank">a</a>');
    expect(html).toContain('<a href="/packs">b</a>');
    expect(html).toContain('<a>c</a>');
    expect(html).not.toContain('javascript');
    expect(html).not.toContain('href="//');
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<p onclick="alert(1)" style="position:fixed">a</p>',
    '<iframe src="https://x.test"></iframe>',
    '<svg><script>alert(1)</script></svg>',
    '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
    '![a](https://x.test/follow.png)',
    '[a](data:text/html,x)',
    '<form action="https://x.test"><input name=password></form>',
    '<a href="jav&#x09;ascript:alert(1)">a</a>',
  ])('can execute nothing: %s', (markdown) => {
    const { html, sections } = shown(`${markdown}\n\n## ${markdown}\n\n${markdown}`);
    for (const part of [html, ...sections.map((section) => section.html)])
      expect(part).not.toMatch(/<(?!\/?(?:p|a|br)\b)|on\w+\s*=|style\s*=|script:|data:|src=/i);
  });
});

test('an announcement is one line', () => {
  expect(inlineHtmlOf(shown('We move **today**.\n'))).toBe('We move <strong>today</strong>.');
});

test('the product’s own texts equal what its pages said before operators could write any', () => {
  const questions = shown(DEFAULT_TEXTS.questions);
  expect(questions.html).toBe('');
  expect(questions.sections.map(({ title }) => title)).toEqual([
    'How does pack opening work?',
    'Are the packs and cards authentic?',
    'How do I get my physical cards?',
    'What happens to cards that I do not ship?',
  ]);
  for (const { html } of questions.sections) expect(html).toMatch(/^<p>[^<]+<\/p>$/);
  expect(shown(DEFAULT_TEXTS['about-mission']).html).toMatch(/^<p>Our mission [^<]+<\/p>$/);
  expect(shown(DEFAULT_TEXTS['why-choose-us']).sections).toHaveLength(3);
});
