// A letterhead for tests that write mails without a shop.
import type { Letterhead } from '../server/mail/letterhead.ts';

export const LETTERHEAD: Letterhead = {
  shop: 'Harbour Cards',
  publicUrl: 'https://shop.test',
  contact: 'hello@shop.test',
  button: {
    light: { ground: '#0b6b45', ink: '#fff' },
    dark: { ground: '#5ee0a8', ink: '#06140e' },
  },
};
