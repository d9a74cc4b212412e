// Passwords: argon2id from Node's own crypto, a few at a time.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { Rejection } from '#domain/rejection.ts';

// The smallest set that OWASP recommends for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

// A hash takes 19 MiB and some 30 ms of one core: more at once would let a flood of sign-ins take the
// memory, and a longer queue would only make people wait for a time-out.
const RUNNING_MAX = 4;
const WAITING_MAX = 50;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= RUNNING_MAX) {
    if (waiting.length >= WAITING_MAX) throw new Rejection('UNAVAILABLE');
    // The one that finishes hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2(
      'argon2id',
      {
        message: Buffer.from(password, 'utf8'),
        nonce: salt,
        parallelism: LANES,
        tagLength: TAG_BYTES,
        memory: MEMORY_KIB,
        passes: PASSES,
      },
      (error, tag) => (error ? reject(error) : resolve(tag)),
    );
  });
}

/** Hashes a password, in the PHC text form. Rejects with UNAVAILABLE when too many are waiting. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await inTurn(() => derive(password, salt));
  const [saltText, tagText] = [salt, tag].map((bytes) =>
    bytes.toString('base64').replaceAll('=', ''),
  );
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${saltText}$${tagText}`;
}

// What an unknown address is compared with, so that it takes as long as a known one.
let decoy: Promise<string> | undefined;

/** Whether a password is the one that was hashed. `hash` null: no such user; takes the same time. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(SALT_BYTES).toString('base64'));
  const [, , , , saltText, tagText] = (hash ?? (await decoy)).split('$');
  const tag = await inTurn(() => derive(password, Buffer.from(saltText!, 'base64')));
  return timingSafeEqual(tag, Buffer.from(tagText!, 'base64')) && hash !== null;
}
