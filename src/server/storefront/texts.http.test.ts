// Tests texts that operators write. They are shown at once, stored in every version, and never saved over another
// operator's text.
import { describe, expect, test } from 'vitest';
import type { ShopConfig } from '#contract/storefront.ts';
import type { AdminText, ShownText } from '#contract/storefront-texts.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';

const shop = useTestApp();

const open = async (as: SignedIn, key: string) =>
  (await shop.call<AdminText>('GET', `/admin/texts/${key}`, { as })).body.data;

const save = (as: SignedIn, key: string, body: object) =>
  shop.call<AdminText>('PUT', `/admin/texts/${key}`, {
    as,
    key: crypto.randomUUID(),
    body: { shownFrom: null, shownUntil: null, ...body },
  });

const shown = async (key: string) => (await shop.call<ShownText>('GET', `/texts/${key}`)).body.data;

describe('a moderator', () => {
  test('changes a text, and everybody reads it at once', async () => {
    const as = await shop.signUp({ role: 'moderator' });
    const before = await open(as, 'questions');
    expect(before).toMatchObject({ version: 0, madeAt: null });
    expect((await shown('questions')).sections).toHaveLength(4);
    const { status, body } = await save(as, 'questions', {
      version: 0,
      body: '## Why?\r\n\r\nBecause of <script>x</script>**{shop}**.',
    });
    expect([status, body.data.version]).toEqual([200, 1]);
    expect(await shown('questions')).toEqual({
      html: '',
      sections: [{ title: 'Why?', html: '<p>Because of <strong>Felt &amp; Foil</strong>.</p>' }],
    });
    expect(body.data.versions).toEqual([
      { version: 1, madeAt: expect.any(String), madeBy: { id: as.userId, email: as.email } },
      { version: 0, madeAt: null, madeBy: null },
    ]);
    const { rows } = await shop.owner.query(
      `select subject_id, before, after from audit_log where action = 'change_text'`,
    );
    expect(rows).toMatchObject([
      { subject_id: 'questions', before: { version: 0 }, after: { version: 1 } },
    ]);
  });

  test('restores an older version', async () => {
    const as = await shop.signUp({ role: 'moderator' });
    await save(as, 'about-mission', { version: 0, body: 'One.' });
    await save(as, 'about-mission', { version: 1, body: 'Two.' });
    const versionOf = (version: number) =>
      shop.call<{ body: string }>('GET', `/admin/texts/about-mission/versions/${version}`, { as });
    expect((await versionOf(1)).body.data.body).toBe('One.');
    expect((await versionOf(0)).body.data.body).toMatch(/^Our mission/);
    expect((await versionOf(9)).body.error.code).toBe('NOT_FOUND');
    await save(as, 'about-mission', { version: 2, body: 'One.' });
    expect((await shown('about-mission')).html).toBe('<p>One.</p>');
  });

  test('with an outdated version is refused', async () => {
    const as = await shop.signUp({ role: 'moderator' });
    await save(as, 'why-choose-us', { version: 0, body: '## A\n\na' });
    const { status, body } = await save(as, 'why-choose-us', { version: 0, body: '## B\n\nb' });
    expect([status, body.error.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect((await shown('why-choose-us')).sections[0]!.title).toBe('A');
  });

  test('previews a text, and nothing is saved', async () => {
    const as = await shop.signUp({ role: 'moderator' });
    const { body } = await shop.call<ShownText>('POST', '/admin/texts/notice/preview', {
      as,
      body: { body: '*Soon*' },
    });
    expect(body.data.html).toBe('<p><em>Soon</em></p>');
    expect((await open(as, 'notice')).version).toBe(0);
  });
});

describe('a text that would block the shop', () => {
  const preview = (as: SignedIn, body: string) =>
    shop.call<ShownText>('POST', '/admin/texts/about-mission/preview', { as, body: { body } });

  test('is refused for its length', async () => {
    const as = await shop.signUp({ role: 'moderator' });
    const long = '_a__b'.repeat(4_000);
    const statuses = [
      (await preview(as, `${long}.`)).status,
      (await save(as, 'about-mission', { version: 0, body: `${long}.` })).status,
    ];
    expect(statuses).toEqual([400, 400]);
  });

  test.each([
    ['emphasis without an end', '_a__b'],
    ['headings', '# a\n'],
    ['stars', 'a**b'],
    ['brackets', '![['],
  ])('does not delay other responses while it is rendered: %s', async (_what, signs) => {
    const as = await shop.signUp({ role: 'moderator' });
    const whole = signs.repeat(Math.floor(20_000 / signs.length));
    const own = process.threadCpuUsage();
    const all = process.cpuUsage();
    expect((await preview(as, whole)).status).toBe(200);
    const spent = process.cpuUsage(all).user;
    // Another thread must have done most of the work.
    expect(process.threadCpuUsage(own).user).toBeLessThan(Math.max(spent / 2, 500_000));
  });

  test('can’t be previewed, is refused, and changes nothing', async () => {
    const as = await shop.signUp({ role: 'moderator' });
    const { version } = await open(as, 'about-mission');
    const deep = '> '.repeat(10_000);
    const shownBefore = await shown('about-mission');
    for (const response of [
      await preview(as, deep),
      await save(as, 'about-mission', { version, body: deep }),
    ]) {
      expect([response.status, response.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(JSON.stringify(response.body.error)).toContain('nested too deeply');
    }
    expect(await open(as, 'about-mission')).toMatchObject({ version });
    expect(await shown('about-mission')).toEqual(shownBefore);
    expect((await preview(as, '*Soon*')).status).toBe(200);
  });

  test('but was saved by an earlier version of the shop is shown as it was written', async () => {
    const deep = '> '.repeat(10_000);
    await shop.owner.query(
      `insert into shop_texts (key, version, body) select 'why-choose-us', coalesce(max(version), 0) + 1, $1
       from shop_texts where key = 'why-choose-us'`,
      [deep],
    );
    expect((await shown('why-choose-us')).html).toContain('&gt; &gt; ');
  });
});

describe('the announcement above all pages', () => {
  const noticeOf = async () => (await shop.call<ShopConfig>('GET', '/config')).body.data.notice;
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

  test('is shown in its time, and not before or after', async () => {
    const as = await shop.signUp({ role: 'moderator' });
    expect(await noticeOf()).toBe(null);
    await save(as, 'notice', {
      version: 0,
      body: 'Closed on **Monday**.',
      shownFrom: inHours(-1),
      shownUntil: inHours(1),
    });
    expect(await noticeOf()).toBe('Closed on <strong>Monday</strong>.');
    await save(as, 'notice', { version: 1, body: 'Later.', shownFrom: inHours(1) });
    expect(await noticeOf()).toBe(null);
    await save(as, 'notice', { version: 2, body: 'Over.', shownUntil: inHours(-1) });
    expect(await noticeOf()).toBe(null);
    await save(as, 'notice', { version: 3, body: 'For good.' });
    expect(await noticeOf()).toBe('For good.');
    await save(as, 'notice', { version: 4, body: '' });
    expect(await noticeOf()).toBe(null);
  });

  test('is short, and ends after it begins', async () => {
    const as = await shop.signUp({ role: 'moderator' });
    const { version } = await open(as, 'notice');
    const refused = [
      await save(as, 'notice', { version, body: 'x'.repeat(301) }),
      await save(as, 'notice', {
        version,
        body: 'x',
        shownFrom: inHours(2),
        shownUntil: inHours(1),
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400]);
  });
});

test('shoppers write no texts, and no version is ever changed', async () => {
  const shopper = await shop.signUp();
  expect((await save(shopper, 'notice', { version: 0, body: 'Mine' })).status).toBe(403);
  for (const sql of [`update shop_texts set body = ''`, 'delete from shop_texts'])
    await expect(shop.owner.query(sql)).rejects.toThrow(/never|denied|refuse|changed/i);
});
