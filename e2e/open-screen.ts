// Opens the screens of `SCREENS`, each as a person who can see it.
import { expect, type Page } from '@playwright/test';
import { ADDRESS } from './own-cards.ts';
import { untilLoaded } from './screen-steps.ts';
import { SCREENS, type Screen } from './screens.ts';
import { callAs, proveAddress, register, signIn, signInAsAdmin, signUp } from './shopper.ts';

/** The key under which a page stores the shop's settings. */
const SETTINGS = 'GET /config';

/** Opens a screen as a person who can see it. Something on the screen may still move. */
export async function openScreen(page: Page, screen: Screen, people: People): Promise<void> {
  const { who, path, network, state, prepare, from } = screen;
  if (from !== undefined) {
    await openScreen(
      page,
      SCREENS.find(({ name }) => name === from)!,
      people,
    );
    await prepare?.(page);
    return;
  }
  if (who === 'stranger') await signUp(page);
  else if (who === 'admin') await signInAsAdmin(page);
  else if (who !== undefined) await signIn(page, people[who]);
  await network?.(page);
  await page.goto(path);
  if (state !== 'loading') await untilLoaded(page);
  await prepare?.(page);
}

/**
 * Goes to another screen of the same person without a page load, as a link of the shop would. Ends what the previous
 * screen did to the network, and resets all stored responses, so that each screen gets its own.
 */
export async function followTo(page: Page, { path, network, prepare }: Screen): Promise<void> {
  await page.context().setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await network?.(page);
  await page.evaluate(
    ([href, settings]) => {
      type Query = { queryKey: readonly unknown[] };
      type Queries = { resetQueries: (which: { predicate: (one: Query) => boolean }) => unknown };
      type Router = {
        navigate: (to: { href: string }) => Promise<void>;
        options: { context: { queryClient: Queries } };
      };
      const router = (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__;
      // The page's title needs the settings at once.
      const predicate = ({ queryKey }: Query) => queryKey[0] !== settings;
      router.options.context.queryClient.resetQueries({ predicate });
      return router.navigate({ href });
    },
    [path, SETTINGS] as const,
  );
  await untilLoaded(page);
  await prepare?.(page);
}

/** The e-mail addresses of two people who have screens of their own. */
export type People = { shopper: string; newcomer: string };

/**
 * Creates the shopper and the newcomer. The shopper has cards of every kind and a shipment, so that lists have
 * something to show.
 */
export async function makePeople(page: Page): Promise<People> {
  const newcomer = await register(page.request);
  const shopper = await signUp(page);
  await proveAddress(page);
  const { id } = await callAs<{ id: string }>(page, '/users/profile');
  await signInAsAdmin(page);
  await callAs(page, `/users/credits?userId=${id}`, { amount: 400, reason: 'To look around' });
  await signIn(page, shopper);
  const packs = ['magic-mid-draft', 'pokemon-sv3pt5', 'yugioh-mystic-fighters'];
  const { packOpenings } = await callAs<{
    packOpenings: { id: string; cards: { id: string }[] }[];
  }>(page, '/payments/purchase-with-balance', {
    packs: packs.map((packId) => ({ packId, quantity: 1 })),
    paymentMethod: 'balance',
  });
  await callAs(page, '/shipping/requests', {
    cardGroups: packOpenings.map(({ id: packOpeningId, cards }) => ({
      packOpeningId,
      cardIds: [cards.at(-1)!.id],
    })),
    shippingAddress: ADDRESS,
    paymentMethod: 'balance',
  });
  await makeWishes(page);
  return { shopper, newcomer };
}

/** Wishes for the most expensive cards, and for a pack that is sold out. */
async function makeWishes(page: Page): Promise<void> {
  const { cards } = await callAs<{ cards: { id: string }[] }>(page, '/cards/market?pageSize=3');
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const wishes = ['packs/yugioh-dimension-force', ...cards.map(({ id }) => `cards/${id}`)];
  for (const wish of wishes) {
    const headers = { authorization: `Bearer ${token}` };
    expect((await page.request.put(`/api/wishes/${wish}`, { headers })).ok(), wish).toBe(true);
  }
}
