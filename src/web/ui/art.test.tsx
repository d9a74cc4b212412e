import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CardImage, PackImage } from './art.tsx';

const photograph = `/pictures/${'a'.repeat(43)}-640.webp`;
const cardId = '0191d4ae-1111-7000-8000-000000000001';

describe('a photograph', () => {
  it('reserves its space before it loads, whatever its own size is', () => {
    const card = renderToStaticMarkup(<CardImage src={photograph} alt="" />);
    expect(card).toContain('width="315" height="440"');
    expect(card).toContain('aspect-ratio:315 / 440');
    expect(card).toContain('object-cover');
    const pack = renderToStaticMarkup(<PackImage src={photograph} alt="" />);
    expect(pack).toContain('aspect-ratio:300 / 470');
    expect(pack).toContain('object-contain');
  });

  it('below the fold loads when it comes near, in the width of its display', () => {
    const card = renderToStaticMarkup(<CardImage src={photograph} alt="" />);
    expect(card).toMatch(/<source type="image\/avif" srcSet="[^"]+-320\.avif 320w, /);
    expect(card.match(/sizes="auto, /g)).toHaveLength(2);
    expect(card).toContain('loading="lazy"');
    expect(card).toContain(`src="${photograph}"`);
  });

  it('that is first on its page loads before all others', () => {
    const pack = renderToStaticMarkup(
      <PackImage src={photograph} alt="" eager first sizes="176px" />,
    );
    expect(pack).toContain('loading="eager"');
    expect(pack).toContain('fetchPriority="high"');
    expect(pack.match(/sizes="176px"/g)).toHaveLength(2);
  });
});

describe('an external picture', () => {
  it('has the shop’s drawing behind it, and sends no referrer', () => {
    const card = renderToStaticMarkup(<CardImage src={`/art/remote/${cardId}?v=abc`} alt="" />);
    expect(card).toContain(`src="/art/remote/${cardId}?v=abc"`);
    expect(card).toContain(`/art/card/${cardId}.svg?v=abc`);
    expect(card).toContain('referrerPolicy="no-referrer"');
  });
});

describe('a drawing', () => {
  it('is one file', () => {
    const card = renderToStaticMarkup(<CardImage src={`/art/card/${cardId}.svg?v=abc`} alt="" />);
    expect(card).not.toContain('picture');
    expect(card).not.toContain('srcSet');
    expect(card).not.toContain('aspect-ratio');
  });
});
