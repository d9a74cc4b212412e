// Access tokens: signed, short-lived, and only half of the truth. Whether the session still stands is
// asked of `ports.identify` at each call.
import { Rejection } from '#domain/rejection.ts';
import { errors, jwtVerify, SignJWT } from 'jose';

/** Access tokens live 15 minutes (docs/product.md §8). */
const ACCESS_TOKEN_LIFE_S = 15 * 60;

const AUDIENCE = 'felt-and-foil';
const ALGORITHM = 'HS256';

export type AccessToken = { userId: string; sessionId: string };

function signingKey(secret: string): Uint8Array {
  return new TextEncoder().encode(`access:${secret}`);
}

/** Signs an access token that is good for 15 minutes from `now`. */
export async function signAccessToken(
  token: AccessToken,
  secret: string,
  now: Date,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ sid: token.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt' })
    .setSubject(token.userId)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_LIFE_S)
    .sign(signingKey(secret));
}

/** Reads an access token. Rejects with TOKEN_EXPIRED or UNAUTHORIZED. */
export async function readAccessToken(
  text: string,
  secret: string,
  now: Date,
): Promise<AccessToken> {
  try {
    const { payload } = await jwtVerify(text, signingKey(secret), {
      algorithms: [ALGORITHM],
      typ: 'at+jwt',
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp'],
    });
    return { userId: payload.sub!, sessionId: payload['sid'] as string };
  } catch (error) {
    throw new Rejection(error instanceof errors.JWTExpired ? 'TOKEN_EXPIRED' : 'UNAUTHORIZED');
  }
}
