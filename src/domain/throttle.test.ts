import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { networkOf, siteOf } from './throttle.ts';

describe('a network', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });

  test.each([
    ['2001:DB8:1:2::1', '2001:db8:1::/48'],
    ['2001:db8:1:3::9', '2001:db8:1::/48'],
    ['203.0.113.7', null],
    ['::ffff:203.0.113.7', null],
  ])('of %s is part of the site %s', (ip, site) => {
    expect(siteOf(ip)).toBe(site);
  });

  test('for any IPv6 address is the same for all addresses behind it', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16));
    const half = fc.tuple(group, group, group, group).map((groups) => groups.join(':'));
    fc.assert(
      fc.property(half, half, half, (network, one, other) => {
        expect(networkOf(`${network}:${one}`)).toBe(networkOf(`${network}:${other}`));
      }),
    );
  });
});
