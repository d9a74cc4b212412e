import { expect, test } from 'vitest';
import { readXml } from './read-xml.ts';

test('XML is read with its attributes, texts and children', () => {
  const xml =
    '<?xml version="1.0" encoding="UTF-8"?>\n<a b="1 &amp; 2"><c>x &lt; &#233;</c><d/></a>\n';
  expect(readXml(xml)).toEqual({
    name: 'a',
    attributes: { b: '1 & 2' },
    text: '',
    children: [
      { name: 'c', attributes: {}, text: 'x < é', children: [] },
      { name: 'd', attributes: {}, text: '', children: [] },
    ],
  });
});

test.each([
  '<a><b></a></b>',
  '<a>',
  '</a>',
  '<a/><b/>',
  '<a>Jack & Jill</a>',
  '<a>&nbsp;</a>',
  '<a b=1/>',
  '<a b="1" b="2"/>',
  '<a b="<"/>',
  '<a>]]></a>',
  '<a>\u0008</a>',
  '<a/> and more',
  '',
])('what a feed reader refuses is refused: %j', (xml) => {
  expect(() => readXml(xml)).toThrow(/^(No tag|It has|An |<\/)/);
});
