// Passwords are hashed with argon2id from Node's own crypto. Only a few hashes are computed at a
// time.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { isEasyToGuess } from '#domain/password.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { networkOf, siteOf } from '#domain/throttle.ts';
import type { Context } from '../runtime/context.ts';
import { shareHashingPlaces, type Asker } from './hashing-places.ts';

// The smallest parameters that OWASP recommends for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

// A hash takes 19 MiB and about 30 ms of one core. If more than four ran at once, a flood of
// sign-ins could exhaust the memory. A longer queue would only make callers wait until they time
// out. The limits per account and network equal the number of sign-ins that callers may try without
// a wait.
const inTurn = shareHashingPlaces({
  running: 4,
  waiting: 50,
  waitMs: 25_000,
  ofAccount: 5,
  ofNetwork: 20,
});

/**
 * Returns the account and network for which a place in the hashing queue is counted, or null in a
 * shop without rate limits.
 */
export function askerOf({ config, origin }: Context, email: string): Asker | null {
  if (!config.rateLimits) return null;
  const network = siteOf(origin.ip) ?? networkOf(origin.ip);
  // The account's key contains the network, so that callers from other networks cannot take the
  // places of the account's owner.
  return { account: `${network} ${email}`, network };
}

type Cost = { memoryKib: number; passes: number; lanes: number };
const COST: Cost = { memoryKib: MEMORY_KIB, passes: PASSES, lanes: LANES };

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2(
      'argon2id',
      {
        message: Buffer.from(password, 'utf8'),
        nonce: salt,
        parallelism: cost.lanes,
        tagLength: TAG_BYTES,
        memory: cost.memoryKib,
        passes: cost.passes,
      },
      (error, tag) => (error ? reject(error) : resolve(tag)),
    );
  });
}

type Hash = { cost: Cost; salt: Buffer; tag: Buffer };

async function makeHash(password: string): Promise<Hash> {
  const salt = randomBytes(SALT_BYTES);
  return { cost: COST, salt, tag: await derive(password, salt, COST) };
}

/** Writes a hash in the PHC string format. */
function writeHash({ cost, salt, tag }: Hash): string {
  const [saltText, tagText] = [salt, tag].map((bytes) =>
    bytes.toString('base64').replaceAll('=', ''),
  );
  const { memoryKib, passes, lanes } = cost;
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${saltText}$${tagText}`;
}

const HASH_FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

function readHash(text: string): Hash {
  const [, memoryKib, passes, lanes, salt, tag] = HASH_FORM.exec(text) ?? [];
  assert(tag !== undefined, 'a password is kept as an argon2id hash');
  return {
    cost: { memoryKib: Number(memoryKib), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt!, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/**
 * Rejects a new password with VALIDATION_ERROR on the field `path` if the password is shorter than
 * PASSWORD_MIN or, in production, easy to guess (choice 137). Existing passwords stay valid.
 */
export function refuseWeakPassword(
  { config: { passwordLengthMin, production }, settings }: Pick<Context, 'config' | 'settings'>,
  path: string,
  password: string,
  email: string,
): void {
  const message =
    password.length < passwordLengthMin
      ? `Password must be at least ${passwordLengthMin} characters long`
      : production && isEasyToGuess(password, email, settings.now().name)
        ? 'This password is easy to guess. Please choose another one.'
        : null;
  if (message !== null) throw Rejection.ofField(path, message);
}

/**
 * Hashes a password for `asker`, in the PHC string format. Rejects with UNAVAILABLE if the queue is
 * full, or with RATE_LIMITED if the asker has too many places in the queue.
 */
export async function hashPassword(password: string, asker: Asker | null): Promise<string> {
  return writeHash(await inTurn(asker, () => makeHash(password)));
}

// The shop checks passwords for unknown addresses against this hash, so that the check takes as
// long as for known addresses.
const DECOY: Hash = { cost: COST, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };

/**
 * Whether a password matches `hash`. If `hash` is null, the user is unknown, and the check takes as
 * long as for a known user. If the password matches a hash of an outdated cost, `renewed` is the
 * password's hash at the current cost. Rejects like `hashPassword`.
 */
export function checkPassword(
  password: string,
  hash: string | null,
  asker: Asker | null,
): Promise<{ matches: boolean; renewed: string | null }> {
  const stored = hash === null ? DECOY : readHash(hash);
  return inTurn(asker, async () => {
    const tag = await derive(password, stored.salt, stored.cost);
    const matches = timingSafeEqual(tag, stored.tag) && hash !== null;
    const isOfToday = Object.entries(COST).every(
      ([part, cost]) => stored.cost[part as keyof Cost] === cost,
    );
    const renewed = matches && !isOfToday ? writeHash(await makeHash(password)) : null;
    return { matches, renewed };
  });
}
