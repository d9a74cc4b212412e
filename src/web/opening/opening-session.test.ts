import { describe, expect, test } from 'vitest';
import { signOut } from '../api/session.ts';
import { canOpen, NO_SESSION, sessionOf, sessionOfOpened } from './opening-session.ts';
import { chooseOpening, useOpeningSession } from './session-store.ts';

const PACK = { packId: '7b1c0f6e-0000-4000-8000-000000000001', name: 'Midnight Hunt' };

describe('an opening session', () => {
  test('admits nobody without a pack to open', () => {
    expect(canOpen(NO_SESSION)).toBe(false);
    expect(canOpen(sessionOf(null))).toBe(false);
    expect(canOpen(sessionOf(PACK))).toBe(true);
  });

  test('has nothing left to open once its pack is open', () => {
    expect(canOpen(sessionOfOpened(PACK))).toBe(false);
  });
});

test('logging out deletes the opening in the page’s memory', () => {
  chooseOpening(PACK);
  expect(useOpeningSession.getState().isOpening).toBe(true);
  signOut();
  expect(useOpeningSession.getState()).toEqual(NO_SESSION);
});
