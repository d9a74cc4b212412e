// Reads XML strictly, for tests: what a feed reader refuses throws here too. It knows what feeds need of XML: elements,
// attributes, texts and a declaration, no comments and no CDATA.

export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
};

const DECLARATION = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/;
const TAG = /<(\/?)([A-Za-z][\w.:-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>/y;
const TEXT = /[^<]+/y;
const ENTITY = /&(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);/g;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
// oxlint-disable-next-line no-control-regex -- XML forbids these characters.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\]\]>/;

/** Returns the outermost element. Throws if the text is not well-formed. */
export function readXml(xml: string): XmlElement {
  if (FORBIDDEN.test(xml) || !xml.isWellFormed()) throw new Error('It has a forbidden character');
  const body = xml.replace(DECLARATION, '');
  const root: XmlElement = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  for (let at = 0; at < body.length;) {
    const inside = open.at(-1)!;
    TEXT.lastIndex = TAG.lastIndex = at;
    const text = TEXT.exec(body)?.[0];
    if (text !== undefined) {
      inside.text += decoded(text);
      at += text.length;
      continue;
    }
    const tag = TAG.exec(body);
    if (tag === null) throw new Error(`No tag: ${body.slice(at, at + 60)}`);
    const [whole, end, name, written, isEmpty] = tag as unknown as [string, ...string[]];
    at += whole.length;
    if (end === '/') {
      if (open.pop()!.name !== name) throw new Error(`</${name}> ends another element`);
      continue;
    }
    const child = { name: name!, attributes: attributesOf(written!), text: '', children: [] };
    inside.children.push(child);
    if (isEmpty === '') open.push(child);
  }
  const [only, ...others] = root.children;
  if (open.length !== 1 || only === undefined || others.length > 0 || root.text.trim() !== '')
    throw new Error('It has not exactly one outermost element');
  return only;
}

function attributesOf(written: string): Record<string, string> {
  const pairs = [...written.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    decoded(value!),
  ]);
  const attributes = Object.fromEntries(pairs) as Record<string, string>;
  if (Object.keys(attributes).length < pairs.length) throw new Error('An attribute comes twice');
  return attributes;
}

function decoded(text: string): string {
  if (text.replaceAll(ENTITY, '').includes('&')) throw new Error(`An unknown entity: ${text}`);
  return text.replaceAll(ENTITY, (entity) => {
    const inner = entity.slice(1, -1);
    if (!inner.startsWith('#')) return NAMED[inner]!;
    const code = inner.startsWith('#x') ? Number.parseInt(inner.slice(2), 16) : inner.slice(1);
    return String.fromCodePoint(Number(code));
  });
}
