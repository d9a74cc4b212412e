// Access tokens are signed, short-lived JSON Web Tokens. A token alone does not admit a caller, because
// `ports.identify` checks at each call whether the session still exists. The shop accepts a token only in exactly the
// form in which it writes tokens, and trusts nothing that a token says about its own signature (choice 252).
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Rejection } from '#domain/rejection.ts';

/** An access token is valid for 15 minutes (docs/product.md §8). */
const ACCESS_TOKEN_LIFE_S = 15 * 60;

// This value has not changed since the first shops, so that processes of two versions can read each
// other's tokens.
const AUDIENCE = 'felt-and-foil';
const ALGORITHM = 'HS256';
const HEADER = encode({ alg: ALGORITHM, typ: 'at+jwt' });

export type AccessToken = { userId: string; sessionId: string };

type Claims = { sub: string; sid: string; aud: string; iat: number; exp: number };

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function signatureOf(signed: string, secret: string): Buffer {
  return createHmac('sha256', `access:${secret}`).update(signed).digest();
}

/** Signs an access token that is valid for 15 minutes from `now`. */
export function signAccessToken(
  { userId, sessionId }: AccessToken,
  secret: string,
  now: Date,
): string {
  const iat = Math.floor(now.getTime() / 1000);
  const claims: Claims = {
    sid: sessionId,
    sub: userId,
    aud: AUDIENCE,
    iat,
    exp: iat + ACCESS_TOKEN_LIFE_S,
  };
  const signed = `${HEADER}.${encode(claims)}`;
  return `${signed}.${signatureOf(signed, secret).toString('base64url')}`;
}

/** Reads an access token. Rejects with TOKEN_EXPIRED or UNAUTHORIZED. */
export function readAccessToken(text: string, secret: string, now: Date): AccessToken {
  const [header = '', body = '', signature = '', more] = text.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(`${header}.${body}`, secret);
  const isOurs =
    header === HEADER &&
    more === undefined &&
    given.length === expected.length &&
    timingSafeEqual(given, expected);
  if (!isOurs) throw new Rejection('UNAUTHORIZED');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Partial<Claims>;
  // The signature is valid, but the secret may also have signed data for another purpose.
  if (!isClaims(claims)) throw new Rejection('UNAUTHORIZED');
  if (claims.exp * 1000 <= now.getTime()) throw new Rejection('TOKEN_EXPIRED');
  return { userId: claims.sub, sessionId: claims.sid };
}

function isClaims(claims: Partial<Claims> & { nbf?: unknown }): claims is Claims {
  return (
    claims.aud === AUDIENCE &&
    claims.nbf === undefined &&
    typeof claims.sub === 'string' &&
    typeof claims.sid === 'string' &&
    typeof claims.exp === 'number'
  );
}
