import { expect, test } from 'vitest';
import { orBusy } from './write-picture.ts';

test('a picture that took too long on a busy machine can be retried; another failure can’t', async () => {
  // sharp 0.35 gave this message on a machine where forty processes waited for the processor.
  const late = new Error('timeout: 40% complete\nVipsImage: killed for image "temp-360"');
  await expect(orBusy(() => Promise.reject(late))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const broken = new Error('Input buffer contains unsupported image format');
  await expect(orBusy(() => Promise.reject(broken))).rejects.toBe(broken);
});
