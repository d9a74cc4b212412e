// Callers have to wait after too many tries. Each test calls from networks of its own, and moves
// stored times into the past instead of waiting.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import {
  callApp,
  useTestApp,
  verifyAddress,
  type SignedIn,
  type TestApp,
} from '../../testing/app.ts';
import { rememberHashes } from '../../testing/remember-hashes.ts';
import type { Mailer } from '../runtime/mailer.ts';

const shop = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
const withoutProxy = useTestApp({ RATE_LIMITS: 'on' });
const password = 'correct horse';
const newEmail = () => `${randomUUID()}@example.test`;

let hashEachTime: () => void;
beforeAll(() => {
  hashEachTime = rememberHashes();
});
afterAll(() => hashEachTime());

/**
 * Runs `work` with real hashing instead of remembered hashes. Some tests must call while a hash is
 * being computed.
 */
async function hashing(work: () => Promise<void>): Promise<void> {
  hashEachTime();
  try {
    await work();
  } finally {
    hashEachTime = rememberHashes();
  }
}

let networks = 0;
function newIp(): string {
  networks += 1;
  return `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`;
}

function post(path: string, body: object, ip: string, app: TestApp = shop) {
  return app.call('POST', path, { body, headers: { 'x-forwarded-for': ip } });
}

const checkEmail = (ip: string) => post('/auth/check-email', { email: newEmail() }, ip);
const login = (email: string, tried: string, ip: string) =>
  post('/auth/login', { email, password: tried }, ip);

async function register(ip: string = newIp()): Promise<string> {
  const email = newEmail();
  expect((await post('/auth/register', { email, password }, ip)).status).toBe(200);
  return email;
}

/** Ages all counters and codes by `interval`. */
async function pass(interval: string): Promise<void> {
  await shop.owner.query(
    `update throttle_counters set ends_at = ends_at - $1::interval, waits_until = waits_until - $1::interval`,
    [interval],
  );
  await shop.owner.query(`update one_time_codes set sent_at = sent_at - $1::interval`, [interval]);
}

type Outcome = { status: number; body: { error: { code: string } } };
const codesOf = (responses: Outcome[]) =>
  responses.map((response) => (response.status === 200 ? 'ok' : response.body.error.code));
const count = (responses: Outcome[], code: string) =>
  codesOf(responses).filter((one) => one === code).length;

function many<Result>(times: number, work: () => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: times }, work));
}

describe('one network', () => {
  test('may look up ten addresses a minute, and sixty an hour', async () => {
    const ip = newIp();
    for (let minute = 0; minute < 6; minute += 1) {
      const responses = await many(13, () => checkEmail(ip));
      expect([count(responses, 'ok'), count(responses, 'RATE_LIMITED')]).toEqual([10, 3]);
      await pass('1 minute');
    }
    const refused = await checkEmail(ip);
    expect(refused.body.error).toEqual({
      code: 'RATE_LIMITED',
      message: 'Too many requests - please try again later',
    });
    expect(refused.status).toBe(429);
    const retryAfter = Number(refused.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(53 * 60);
    expect(retryAfter).toBeLessThanOrEqual(54 * 60);
    await pass('54 minutes');
    expect((await checkEmail(ip)).status).toBe(200);
  });

  test('doesn’t slow down another', async () => {
    const ip = newIp();
    await many(20, () => checkEmail(ip));
    expect((await checkEmail(ip)).status).toBe(429);
    expect((await checkEmail(newIp())).status).toBe(200);
  });

  test('creates five accounts an hour, not counting invalid requests', async () => {
    const ip = newIp();
    await many(8, () => post('/auth/register', { email: 'nonsense', password }, ip));
    const responses = await many(7, () =>
      post('/auth/register', { email: newEmail(), password }, ip),
    );
    expect([count(responses, 'ok'), count(responses, 'RATE_LIMITED')]).toEqual([5, 2]);
  });

  test('signs in twenty times a minute, to any accounts', async () => {
    const ip = newIp();
    const responses = await many(30, () => login(newEmail(), 'wrong', ip));
    expect(count(responses, 'INVALID_CREDENTIALS')).toBe(20);
    expect(count(responses, 'RATE_LIMITED')).toBe(10);
    await pass('1 minute');
    expect((await login(newEmail(), 'wrong', ip)).status).toBe(401);
  });

  test('requests five codes in ten minutes', async () => {
    const ip = newIp();
    const emails = await Promise.all(Array.from({ length: 6 }, () => register()));
    await pass('1 minute');
    const responses = await Promise.all(
      emails.map((email) => post('/auth/resend-code', { email }, ip)),
    );
    expect([count(responses, 'ok'), count(responses, 'RATE_LIMITED')]).toEqual([5, 1]);
  });

  test('is counted by all processes of the shop together', async () => {
    const ip = newIp();
    await many(10, () => checkEmail(ip));
    const another = await buildApp(shop.context);
    const refused = await another.inject({
      method: 'POST',
      url: '/api/auth/check-email',
      headers: { 'x-forwarded-for': ip },
      payload: { email: newEmail() },
    });
    await another.close();
    expect(refused.statusCode).toBe(429);
  });

  test('of IPv6 addresses consists of all addresses with the same 64 bits', async () => {
    for (let host = 1; host <= 10; host += 1) await checkEmail(`2001:db8:7:1::${host}`);
    expect((await checkEmail('2001:db8:7:1:9:9:9:9')).status).toBe(429);
    expect((await checkEmail('2001:db8:7:2::1')).status).toBe(200);
  });

  test('of IPv6 addresses shares ten times the limits with others of the same 48 bits', async () => {
    for (let network = 0; network < 10; network += 1) {
      await many(10, () => checkEmail(`2001:db8:8:${network}::1`));
    }
    expect((await checkEmail('2001:db8:8:99::1')).status).toBe(429);
    expect((await checkEmail('2001:db8:9:99::1')).status).toBe(200);
  });

  test('that claims to speak for others is still one, because only the configured proxies are trusted', async () => {
    const ip = newIp();
    const proxied = await many(12, () => checkEmail(`${newIp()}, ${ip}`));
    expect(count(proxied, 'RATE_LIMITED')).toBe(2);
    const direct = await many(12, () =>
      post('/auth/check-email', { email: newEmail() }, newIp(), withoutProxy),
    );
    expect(count(direct, 'RATE_LIMITED')).toBe(2);
  });
});

describe('right passwords, again and again', () => {
  const prove = (as: SignedIn, ip: string) =>
    shop.call('POST', '/users/two-factor', {
      as,
      body: { password },
      headers: { 'x-forwarded-for': ip },
    });

  async function prover(): Promise<SignedIn> {
    const person = await shop.signUp();
    await verifyAddress(shop, person);
    return person;
  }

  test('are accepted twenty times in ten minutes for one account, from anywhere', async () => {
    const person = await prover();
    const responses: Outcome[] = [];
    for (let times = 0; times < 25; times += 1) responses.push(await prove(person, newIp()));
    expect([count(responses, 'ok'), count(responses, 'RATE_LIMITED')]).toEqual([20, 5]);
    await pass('10 minutes');
    expect((await prove(person, newIp())).status).toBe(200);
  });

  test('are accepted thirty times a minute from one network', async () => {
    const ip = newIp();
    const people = await many(6, prover);
    const responses: Outcome[] = [];
    for (const person of people) {
      for (let times = 0; times < 6; times += 1) responses.push(await prove(person, ip));
    }
    expect([count(responses, 'ok'), count(responses, 'RATE_LIMITED')]).toEqual([30, 6]);
  });

  test('of fourteen accounts at once do not prevent other sign-ins', () =>
    hashing(async () => {
      const provers = await many(14, prover);
      const emails = await many(30, async () => (await shop.signUp()).email);
      // The calls come from three networks, because the limit per network keeps a single network
      // from filling the queue.
      const from = [newIp(), newIp(), newIp()];
      const proofs = provers.flatMap((person, index) =>
        Array.from({ length: 10 }, () => prove(person, from[index % 3]!)),
      );
      const signIns = emails.map((email) => login(email, password, newIp()));
      const responses = await Promise.all(signIns);
      expect(count(responses, 'ok')).toBe(30);
      for (const { status } of await Promise.all(proofs)) expect([200, 429, 503]).toContain(status);
    }));
});

describe('an unverified address', () => {
  const warnings: string[] = [];
  const warning = useTestApp(
    { RATE_LIMITS: 'on', TRUST_PROXY: '1', LOG_LEVEL: 'warn' },
    { log: { write: (line) => void warnings.push(line) } },
  );
  const mailsTo = async (email: string) => {
    const { rows } = await shop.owner.query('select kind from mails where to_address = $1', [
      email,
    ]);
    return rows.length;
  };

  test('gets ten mails a day besides its codes, whatever its account does', async () => {
    const email = await register();
    // Each sign-in from a new place causes a mail.
    for (let times = 0; times < 25; times += 1) {
      expect((await login(email, password, newIp())).status).toBe(200);
    }
    expect(await mailsTo(email)).toBe(1 + 10);
    await pass('1 minute');
    // Codes have a separate limit, so the owner of the mailbox still gets the code that proves the
    // address.
    expect((await post('/auth/resend-code', { email }, newIp())).status).toBe(200);
    expect(await mailsTo(email)).toBe(12);
  });

  test('causes one warning an hour with the number of suppressed mails', async () => {
    const email = newEmail();
    await post('/auth/register', { email, password }, newIp(), warning);
    const signIn = async (times: number) => {
      for (let time = 0; time < times; time += 1)
        await post('/auth/login', { email, password }, newIp(), warning);
    };
    await signIn(10 + 4);
    warning.context.now = () => new Date(Date.now() + 3_600_000);
    await signIn(2);
    warning.context.now = () => new Date();
    const warned = warnings
      .map((line) => JSON.parse(line) as { event?: string; mails?: number })
      .filter(({ event }) => event === 'mails_to_unproven_left_out');
    expect(warned.map(({ mails }) => mails)).toEqual([1, 4]);
  });

  test('gets ten codes a day in all, for any purposes, and then one in three hours', async () => {
    const email = await register();
    const paths = ['/auth/forgot-password', '/auth/resend-code'];
    for (let asked = 0; asked < 30; asked += 1) {
      await pass('1 minute');
      await post(paths[asked % 2]!, { email }, newIp());
    }
    expect(await mailsTo(email)).toBe(10 + 1);
    for (let time = 1; time <= 3; time += 1) {
      await pass('3 hours');
      for (let asked = 0; asked < 4; asked += 1) {
        await post(paths[asked % 2]!, { email }, newIp());
        await pass('1 minute');
      }
      expect(await mailsTo(email)).toBe(11 + time);
    }
  });

  test('gets as many for accounts that want to use it', async () => {
    const email = newEmail();
    const asked = await many(23, async () => {
      const as = await shop.signUp();
      const headers = { 'x-forwarded-for': newIp() };
      return shop.call('POST', '/users/email', { as, body: { email }, headers });
    });
    expect([count(asked, 'ok'), count(asked, 'RATE_LIMITED')]).toEqual([11, 12]);
    expect(await mailsTo(email)).toBe(11);
    // A registration with this address still mails a code.
    expect((await post('/auth/register', { email, password }, newIp())).status).toBe(200);
    expect(await mailsTo(email)).toBe(12);
  });

  test('gets all mails once it is verified', async () => {
    const email = await register();
    await shop.owner.query('update users set email_verified_at = now() where email = $1', [email]);
    for (let times = 0; times < 25; times += 1) await login(email, password, newIp());
    expect(await mailsTo(email)).toBe(26);
  });
});

describe('wrong passwords for an account', () => {
  /**
   * Returns the seconds that the newest wrong password makes its caller wait, counted from the time
   * of that try.
   */
  async function newestWaitS(): Promise<number> {
    const { rows } = await shop.owner.query<{ wait: string }>(
      `select extract(epoch from waits_until - (ends_at - interval '1 day')) as wait
       from throttle_counters where rule = 'wrong_passwords' order by ends_at desc limit 1`,
    );
    return Number(rows[0]!.wait);
  }

  /** Makes the newest try count as the caller's `count`-th wrong try, and ends the wait after it. */
  async function makeNewest(count: number): Promise<void> {
    await shop.owner.query(
      `update throttle_counters set count = $1, waits_until = null where rule = 'wrong_passwords'
       and ends_at = (select max(ends_at) from throttle_counters where rule = 'wrong_passwords')`,
      [count],
    );
  }

  test('cost their network a wait that doubles, up to a quarter of an hour', async () => {
    const email = await register();
    const ip = newIp();
    const waits: number[] = [];
    for (let tried = 1; tried <= 17; tried += 1) {
      const response = await login(email, 'wrong', ip);
      expect(response.body.error.code).toBe('INVALID_CREDENTIALS');
      waits.push(await newestWaitS());
      await pass('15 minutes');
    }
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  });

  test('delay even the right one, and the message says for how long', async () => {
    const email = await register();
    const ip = newIp();
    await login(email, 'wrong', ip);
    await makeNewest(13);
    await login(email, 'wrong', ip);
    const soon = await login(email.toUpperCase(), password, ip);
    expect([soon.status, soon.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    const retryAfter = Number(soon.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(450);
    expect(retryAfter).toBeLessThanOrEqual(512);
    await pass('512 seconds');
    expect((await login(email, password, ip)).status).toBe(200);
  });

  test('are forgotten after the right one', async () => {
    const email = await register();
    const ip = newIp();
    for (let tried = 0; tried < 4; tried += 1) await login(email, 'wrong', ip);
    expect((await login(email, password, ip)).status).toBe(200);
    await login(email, 'wrong', ip);
    expect(await newestWaitS()).toBe(0);
  });

  test('at the same moment are counted one after the other', async () => {
    const email = await register();
    const ip = newIp();
    await login(email, 'wrong', ip);
    await makeNewest(12);
    const responses = await many(10, () => login(email, 'wrong', ip));
    expect([count(responses, 'INVALID_CREDENTIALS'), count(responses, 'RATE_LIMITED')]).toEqual([
      1, 9,
    ]);
  });

  test('delay nobody else', async () => {
    const email = await register();
    const ip = newIp();
    await login(email, 'wrong', ip);
    await makeNewest(13);
    await login(email, 'wrong', ip);
    expect((await login(email, password, ip)).status).toBe(429);
    expect((await login(email, password, newIp())).status).toBe(200);
    expect((await login(await register(), password, ip)).status).toBe(200);
  });

  test('that the shop was too busy to judge do not count', () =>
    hashing(async () => {
      const email = await register();
      await shop.owner.query(`delete from throttle_counters where rule = 'wrong_passwords'`);
      // Each call has a network of its own, so that only the queue limits the calls.
      const ips = Array.from({ length: 150 }, newIp);
      const responses = await Promise.all(ips.map((ip) => login(email, password, ip)));
      expect(count(responses, 'UNAVAILABLE')).toBeGreaterThan(0);
      const { rows } = await shop.owner.query(
        `select 1 from throttle_counters where rule = 'wrong_passwords' and count > 0`,
      );
      expect(rows).toEqual([]);
    }));
});

describe('a hundred failed sign-ins from everywhere', () => {
  async function failHundredTimes(email: string): Promise<void> {
    await login(email, 'wrong', newIp());
    await shop.owner.query(
      `update throttle_counters set count = 99 where rule = 'failed_sign_ins'
       and ends_at = (select max(ends_at) from throttle_counters where rule = 'failed_sign_ins')`,
    );
    expect((await login(email, 'wrong', newIp())).status).toBe(401);
  }

  test('close an account to strange networks for a day, except where its owner has signed in', async () => {
    const home = newIp();
    const email = await register(home);
    await failHundredTimes(email);

    for (const tried of [password, 'wrong']) {
      const strange = await login(email, tried, newIp());
      expect([strange.status, strange.body.error]).toEqual([
        403,
        {
          code: 'ACCOUNT_LOCKED',
          message: 'Your account has been temporarily locked. Please contact support.',
        },
      ]);
    }
    expect((await login(email, password, home)).status).toBe(200);
    await pass('1 day');
    expect((await login(email, password, newIp())).status).toBe(200);
  });

  test('are mailed to the owner, once', async () => {
    const email = await register();
    await failHundredTimes(email);
    await login(email, 'wrong', newIp());
    const { rows } = await shop.owner.query(
      `select text from mails where to_address = $1 and kind = 'many_failed_sign_ins'`,
      [email],
    );
    expect(rows).toHaveLength(1);
  });

  test('are mailed at the next one if the mail could not be enqueued', async () => {
    const email = await register();
    const { queue } = shop.context;
    const mailer: Mailer = { send: async () => {}, close: () => {} };
    let isAway = true;
    const send: typeof queue.send = async (...job) => {
      if (isAway) throw new Error('The queue is away');
      return queue.send(...job);
    };
    const app = await buildApp({ ...shop.context, mailer, queue: { ...queue, send } });
    const failOnce = () =>
      callApp(app, 'POST', '/auth/login', {
        body: { email, password: 'wrong' },
        headers: { 'x-forwarded-for': newIp() },
      });
    const mails = async () =>
      (
        await shop.owner.query(
          `select state from mails where to_address = $1 and kind = 'many_failed_sign_ins'`,
          [email],
        )
      ).rows;
    await failOnce();
    await shop.owner.query(
      `update throttle_counters set count = 99 where rule = 'failed_sign_ins'
       and ends_at = (select max(ends_at) from throttle_counters where rule = 'failed_sign_ins')`,
    );
    expect([(await failOnce()).status, await mails()]).toEqual([500, []]);
    isAway = false;
    expect([(await failOnce()).status, await mails()]).toEqual([401, [{ state: 'queued' }]]);
  });

  test('look the same for an unknown address', async () => {
    const email = newEmail();
    await failHundredTimes(email);
    expect((await login(email, password, newIp())).body.error.code).toBe('ACCOUNT_LOCKED');
  });
});

describe('codes', () => {
  test('for one address are mailed at most once a minute', async () => {
    const email = await register();
    const soon = await post('/auth/resend-code', { email }, newIp());
    expect([soon.status, soon.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(soon.headers['retry-after'])).toBeLessThanOrEqual(60);
    await pass('1 minute');
    const responses = await many(5, () => post('/auth/resend-code', { email }, newIp()));
    expect([count(responses, 'ok'), count(responses, 'RATE_LIMITED')]).toEqual([1, 4]);
  });

  test('for one address are mailed at most ten times a day in all, and then one in three hours', async () => {
    const person = await shop.signUp();
    await verifyAddress(shop, person);
    const ask = () => post('/auth/forgot-password', { email: person.email }, newIp());
    for (let asked = 0; asked < 15; asked += 1) {
      expect((await ask()).status).toBe(200);
      await pass('2 minutes');
    }
    expect(await resetsOf(person.email)).toBe(10 + 1);
    await pass('3 hours');
    await ask();
    expect(await resetsOf(person.email)).toBe(12);
    await pass('2 hours');
    await ask();
    expect(await resetsOf(person.email)).toBe(12);
    await pass('1 day');
    await ask();
    expect(await resetsOf(person.email)).toBe(13);
  });

  test('come with the time of the next possible one', async () => {
    const email = await register();
    let refused;
    do {
      await pass('1 minute');
      refused = await post('/auth/resend-code', { email }, newIp());
    } while (refused.status === 200);
    expect(refused.body.error.code).toBe('RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(2.9 * 3600);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3 * 3600);
  });

  test.each([
    ['at one address', (whom: number) => `203.0.113.${whom}`],
    [
      'with 65,536 networks',
      (whom: number, asked: number) => `2001:db8:${whom}:${asked.toString(16)}::1`,
    ],
  ])(
    'that a stranger %s requests again and again leave the owner’s code valid',
    async (_where, strangeIp) => {
      const people = await many(2, () => shop.signUp());
      await verifyAddress(shop, people[0]!);
      const homes = people.map(newIp);
      const askForBoth = (ipOf: (whom: number) => string) =>
        Promise.all(
          people.map(({ email }, whom) => post('/auth/forgot-password', { email }, ipOf(whom))),
        );
      for (let asked = 0; asked < 20; asked += 1) {
        await askForBoth((whom) => strangeIp(whom, asked));
        await pass('4 minutes');
      }
      for (const { email } of people) expect(await resetsOf(email)).toBe(5 + 1);
      for (let asked = 0; asked < 4; asked += 1) {
        await askForBoth((whom) => homes[whom]!);
        await pass('1 minute');
      }
      for (const { email } of people) expect(await resetsOf(email)).toBe(6 + 4);
    },
  );

  async function resetsOf(email: string): Promise<number> {
    const { rows } = await shop.owner.query(
      `select 1 from mails where to_address = $1 and kind = 'reset_password'`,
      [email],
    );
    return rows.length;
  }
});

describe('the counts', () => {
  test('contain no names, and are deleted after they end', async () => {
    const email = await register();
    await login(email, 'wrong', '192.0.2.77');
    const { rows } = await shop.owner.query<{ subject: string }>(
      'select subject from throttle_counters',
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const { subject } of rows) expect(subject).toMatch(/^[\w-]{43}$/);

    await pass('2 days');
    while ((await countEnded()) > 0) await checkEmail(newIp());
    expect(await countEnded()).toBe(0);
  });

  async function countEnded(): Promise<number> {
    const { rows } = await shop.owner.query<{ ended: string }>(
      'select count(*) as ended from throttle_counters where ends_at <= shop_now()',
    );
    return Number(rows[0]!.ended);
  }
});
