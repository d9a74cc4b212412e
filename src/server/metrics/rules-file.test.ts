// Tests the alerts. The deployed rules must be those of the code, and each rule must say what an operator should do.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { promtool } from '../../testing/promtool.ts';
import { rulesFile } from '../../testing/rules-file.ts';
import { CONDITIONS } from './conditions.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const PROMETHEUS = resolve(ROOT, 'deploy/prometheus');

test('the deployed rules are those of the table of conditions', async () => {
  await expect(rulesFile()).toMatchFileSnapshot(resolve(PROMETHEUS, 'rules.yaml'));
});

test('Prometheus accepts the rules and settings, and they pass their own tests', () => {
  // If promtool is not installed, these checks pass. `conditions.http.test.ts` tests each condition on a shop in that
  // state.
  expect(promtool(['check', 'rules', resolve(PROMETHEUS, 'rules.yaml')])).toBe('');
  expect(promtool(['check', 'config', resolve(PROMETHEUS, 'prometheus.yaml')])).toBe('');
  const tests = ['rules.test.yaml', 'rules-days.test.yaml'].map((file) =>
    resolve(PROMETHEUS, file),
  );
  expect(promtool(['test', 'rules', ...tests])).toBe('');
});

describe('the operators’ guide', () => {
  const guide = readFileSync(resolve(ROOT, 'docs/operators.md'), 'utf8');
  const section = (name: string) => {
    const [, text = ''] = guide.split(`\n### ${name}\n`);
    return text.split(/\n##/)[0]!.trim();
  };

  test.each(CONDITIONS.map(({ name }) => name))(
    'says what %s means, where to look and what to do',
    (name) => {
      for (const word of ['Means', 'Look', 'Do'])
        expect(section(name)).toMatch(new RegExp(`\\*\\*${word}:\\*\\* \\S`));
    },
  );

  test('has no section for an unknown alert', () => {
    const [, alerts = ''] = guide.split('\n## Alerts\n');
    const sections = [...alerts.split(/\n## /)[0]!.matchAll(/^### (.*)$/gm)].map(
      ([, name]) => name,
    );
    expect(sections).toEqual(CONDITIONS.map(({ name }) => name));
  });
});
