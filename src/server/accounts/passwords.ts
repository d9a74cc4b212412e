// Passwords: argon2id from Node's own crypto, a few at a time.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { isEasyToGuess } from '#domain/password.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { networkOf, siteOf } from '#domain/throttle.ts';
import type { Context } from '../runtime/context.ts';
import { makeTurns, type Asker } from './turns.ts';

// The smallest set that OWASP recommends for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

// A hash takes 19 MiB and some 30 ms of one core: more at once would let a flood of sign-ins take the
// memory, and a longer queue would only make people wait for a time-out. One account and one network have at
// most so many places as they may sign in without waiting.
const inTurn = makeTurns({ running: 4, waiting: 50, ofAccount: 5, ofNetwork: 20 });

/** Who has a password hashed for an address. Null: nobody is told apart in a shop without limits. */
export function askerOf({ config, origin }: Context, email: string): Asker | null {
  if (!config.rateLimits) return null;
  const network = siteOf(origin.ip) ?? networkOf(origin.ip);
  // From elsewhere nobody can take the places of an account's owner.
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

/** The PHC text form. */
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
 * Rejects with VALIDATION_ERROR, on the field `path`, a new password that is shorter than this shop wants
 * (PASSWORD_MIN), and in production one that is soon guessed (choice 137). Old ones stay good.
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
 * Hashes a password for who asks, in the PHC text form. Rejects with UNAVAILABLE when too many are waiting, with
 * RATE_LIMITED when too many of them are the asker's.
 */
export async function hashPassword(password: string, asker: Asker | null): Promise<string> {
  return writeHash(await inTurn(asker, () => makeHash(password)));
}

// The hash that unknown addresses are compared with, so that they take as long as known ones.
const DECOY: Hash = { cost: COST, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };

/**
 * Whether a password is the one that was hashed. `hash` null: no such user; takes the same time. A
 * right password whose hash was made at another cost also answers `renewed`, its hash at today's.
 * Rejects as `hashPassword` does.
 */
export function checkPassword(
  password: string,
  hash: string | null,
  asker: Asker | null,
): Promise<{ matches: boolean; renewed: string | null }> {
  const kept = hash === null ? DECOY : readHash(hash);
  return inTurn(asker, async () => {
    const tag = await derive(password, kept.salt, kept.cost);
    const matches = timingSafeEqual(tag, kept.tag) && hash !== null;
    const isOfToday = Object.entries(COST).every(
      ([part, cost]) => kept.cost[part as keyof Cost] === cost,
    );
    const renewed = matches && !isOfToday ? writeHash(await makeHash(password)) : null;
    return { matches, renewed };
  });
}
