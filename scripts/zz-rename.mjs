// usage: node rename.mjs map.json ; map: [{files: glob[], names: {a: b}}]
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { parseSync } from 'vite';
const rules = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const { files, names } of rules) {
  for (const file of globSync(files)) {
    if (file.includes('node_modules')) continue;
    const text = readFileSync(file, 'utf8');
    if (!Object.keys(names).some((n) => text.includes(n))) continue;
    const { program, errors } = parseSync(file, text);
    if (errors?.length) console.log('errors', file);
    const at = new Map();
    const walk = (n, parent, key) => {
      if (Array.isArray(n)) return n.forEach((one) => walk(one, parent, key));
      if (n === null || typeof n !== 'object') return;
      if ((n.type === 'Identifier' || n.type === 'JSXIdentifier') && Object.hasOwn(names, n.name)) {
        // shorthand {a} and import {a}: rename whole
        at.set(n.start, [n.start, n.start + n.name.length, names[n.name]]);
      }
      for (const k in n) if (k !== 'parent') walk(n[k], n, k);
    };
    walk(program);
    let out = '',
      pos = 0;
    for (const [s, e, to] of [...at.values()].sort((a, b) => a[0] - b[0])) {
      if (!(Object.hasOwn(names, text.slice(s, e)))) {
        console.log('skip', file, text.slice(s, e + 10));
        continue;
      }
      out += text.slice(pos, s) + to;
      pos = e;
    }
    out += text.slice(pos);
    if (out !== text) writeFileSync(file, out);
  }
}
