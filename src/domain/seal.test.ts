import { expect, test } from 'vitest';
import { sealSentence } from './seal.ts';

test('the sentence says of each kind of pack what the shop did to it', () => {
  expect(sealSentence(['resealed'])).toContain('open each pack once to record its cards');
  expect(sealSentence(['assembled', 'assembled'])).toContain('together from single cards');
});

test('where both kinds are, or none is known, it says that the page of a pack tells which it is', () => {
  const either = 'its page says how it was filled';
  expect(sealSentence(['resealed', 'assembled'])).toContain(either);
  expect(sealSentence([])).toContain(either);
});
