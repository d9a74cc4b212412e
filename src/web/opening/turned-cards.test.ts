import { beforeEach, describe, expect, test } from 'vitest';
import { signOut } from '../api/session.ts';
import { browserStorage } from '../browser/browser-storage.ts';
import { resumedReveal, sealedReveal, turnedOf } from './reveal-state.ts';
import { findListed, findTorn, forgetListed, storeListed, storeTorn } from './turned-cards.ts';

beforeEach(() => browserStorage.removeItem('turned-cards'));

const torn = (openingId: string, entry: string, opened: number[]) =>
  storeTorn({
    openingId,
    packId: `pack of ${openingId}`,
    entry,
    turned: turnedOf({ ...sealedReveal(3), opened, index: opened.length }),
  });
const find = (entry: string, openingId: string) =>
  findTorn(entry, (pack) => pack.openingId === openingId);

describe('a torn pack', () => {
  test('goes on where its owner was, wherever they come from', () => {
    torn('a', 'first visit', [2, 0]);
    const found = find('another visit', 'a')!;
    expect(resumedReveal(found.turned)).toEqual({
      ...sealedReveal(3),
      opened: [2, 0],
      index: 2,
    });
    expect(find('another visit', 'b')).toBeNull();
  });

  test('stays turned after Back, and can be watched from the start on another visit', () => {
    torn('a', 'first visit', [0, 1, 2]);
    expect(find('first visit', 'a')!.turned.opened).toEqual([0, 1, 2]);
    expect(find('another visit', 'a')).toBeNull();
  });

  test('is stored once, with its latest state', () => {
    torn('a', 'first visit', [0]);
    torn('b', 'first visit', []);
    torn('a', 'second visit', [0, 1]);
    expect(findTorn('', () => true)).toMatchObject({ openingId: 'a', turned: { opened: [0, 1] } });
  });

  test('is forgotten after many others', () => {
    for (let at = 0; at <= 40; at += 1) torn(String(at), 'visit', []);
    expect(find('visit', '0')).toBeNull();
    expect(find('visit', '1')).not.toBeNull();
  });
});

test('a list of all cards is there again after Back, until it is closed', () => {
  const list = { entry: 'first visit', openingIds: ['a', 'b'], placeIds: ['c'] };
  storeListed(list);
  expect(findListed('first visit')).toEqual(list);
  expect(findListed('another visit')).toBeNull();
  forgetListed('first visit');
  expect(findListed('first visit')).toBeNull();
});

test('logging out deletes what was turned', () => {
  torn('a', 'visit', []);
  signOut();
  expect(find('visit', 'a')).toBeNull();
});

test('text that this page did not write counts as nothing', () => {
  for (const text of ['{', 'null', '{"torn":1}']) {
    browserStorage.setItem('turned-cards', text);
    expect(find('visit', 'a')).toBeNull();
  }
});
