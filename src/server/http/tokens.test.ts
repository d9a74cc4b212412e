// The shop accepts no access token of another issuer, for another purpose, or for another time.
import {
  base64url,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
  generateKeyPair,
  type JWTPayload,
} from 'jose';
import { describe, expect, test } from 'vitest';
import { readAccessToken, signAccessToken } from './tokens.ts';

const SECRET = 'a'.repeat(64);
const NOW = new Date('2026-11-21T12:00:00Z');
const NOW_S = NOW.getTime() / 1000;
const KEY = new TextEncoder().encode(`access:${SECRET}`);
const WHO = { userId: 'user-1', sessionId: 'session-1' };
const CLAIMS: JWTPayload = {
  sub: WHO.userId,
  sid: WHO.sessionId,
  aud: 'felt-and-foil',
  iat: NOW_S,
  exp: NOW_S + 900,
};
const HEADER = { alg: 'HS256', typ: 'at+jwt' };

const sign = (claims: JWTPayload = CLAIMS, header: { alg: string; typ?: string } = HEADER) =>
  new SignJWT(claims).setProtectedHeader(header).sign(KEY);

const read = async (token: string, at = NOW) => readAccessToken(token, SECRET, at);

const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

describe('an access token', () => {
  test('of the shop names the user and the session', async () => {
    expect(await read(signAccessToken(WHO, SECRET, NOW))).toEqual(WHO);
    // This token is valid. Each case below changes one part of it.
    expect(await read(await sign())).toEqual(WHO);
  });

  test('is a JSON Web Token that others can read', async () => {
    const { payload, protectedHeader } = await jwtVerify(signAccessToken(WHO, SECRET, NOW), KEY, {
      currentDate: NOW,
    });
    expect({ payload, protectedHeader }).toEqual({ payload: CLAIMS, protectedHeader: HEADER });
  });

  test.each([
    ['nothing', ''],
    ['two dots', '..'],
    ['no token', 'a.b.c'],
    ['two tokens', `${signAccessToken(WHO, SECRET, NOW)}.${signAccessToken(WHO, SECRET, NOW)}`],
    ['a token and more', `${signAccessToken(WHO, SECRET, NOW)}.`],
  ])('that is %s is refused', async (_name, token) => {
    await expect(read(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('is valid for fifteen minutes, and not a second longer', async () => {
    const token = signAccessToken(WHO, SECRET, NOW);
    expect(await read(token, later(15 * 60 - 1))).toEqual(WHO);
    await expect(read(token, later(15 * 60))).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  });

  test('without a signature is refused', async () => {
    const none = new UnsecuredJWT(CLAIMS).encode();
    const signed = (await sign()).split('.');
    const header = base64url.encode(JSON.stringify({ ...HEADER, alg: 'none' }));
    for (const token of [none, `${header}.${signed[1]}.`, `${signed[0]}.${signed[1]}.`]) {
      await expect(read(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
  });

  test('signed in another way is refused, even with the right key', async () => {
    for (const alg of ['HS384', 'HS512']) {
      const token = await sign(CLAIMS, { alg, typ: 'at+jwt' });
      await expect(read(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
  });

  test('signed with a key that it contains is refused', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = (await crypto.subtle.exportKey('jwk', publicKey)) as Record<string, unknown>;
    const own = await new SignJWT(CLAIMS)
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', jwk })
      .sign(privateKey);
    const elsewhere = await new SignJWT(CLAIMS)
      .setProtectedHeader({ ...HEADER, jku: 'https://evil.test/keys', kid: '../../etc/passwd' })
      .sign(new TextEncoder().encode('another key, of enough length to sign'));
    for (const token of [own, elsewhere]) {
      await expect(read(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
  });

  test('with another shop’s secret is refused', async () => {
    const token = signAccessToken(WHO, 'b'.repeat(64), NOW);
    await expect(read(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test.each([
    ['for somebody else', { ...CLAIMS, aud: 'another-shop' }, HEADER],
    ['for nobody in particular', { ...CLAIMS, aud: undefined }, HEADER],
    ['of another type', CLAIMS, { alg: 'HS256', typ: 'rt+jwt' }],
    ['of no type', CLAIMS, { alg: 'HS256' }],
    ['without an end', { ...CLAIMS, exp: undefined }, HEADER],
    ['that is not valid yet', { ...CLAIMS, nbf: NOW_S + 60 }, HEADER],
    ['without a session', { ...CLAIMS, sid: undefined }, HEADER],
    ['without a person', { ...CLAIMS, sub: undefined }, HEADER],
  ])('%s is refused', async (_name, claims, header) => {
    const token = await sign(JSON.parse(JSON.stringify(claims)) as JWTPayload, header);
    await expect(read(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
