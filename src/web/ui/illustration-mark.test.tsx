import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { IllustrationMark } from './illustration-mark.tsx';

const words = (src: string): string => renderToStaticMarkup(<IllustrationMark src={src} />);

it('a picture drawn by the shop is marked', () => {
  expect(words('/art/card/7.svg?v=abc')).toContain('>Illustration<');
  expect(words('/art/pack/7.svg?v=abc')).toContain('>Illustration<');
});

it('an operator’s photograph is not marked, nor is an external picture', () => {
  expect(words(`/pictures/${'a'.repeat(43)}-640.webp`)).toBe('');
  expect(words('/art/remote/0191d4ae-1111-7000-8000-000000000001?v=abc')).toBe('');
  expect(words('https://pictures.example/card.jpg')).toBe('');
});
