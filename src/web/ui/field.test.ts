import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PasswordField } from './field.tsx';

test('a password is masked until its owner reveals it, and managers and the clipboard may fill it in', () => {
  const page = renderToStaticMarkup(
    createElement(PasswordField, { label: 'Password', autoComplete: 'current-password' }),
  );
  const input = /<input[^>]*>/.exec(page)![0];
  expect(input).toContain('type="password"');
  expect(input).toMatch(/autocomplete="current-password"/i);
  expect(input).not.toMatch(/readonly|autocomplete="off"/i);
  expect(page).toMatch(/<button[^>]*type="button"/);
});
