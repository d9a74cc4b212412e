// People who buy with credits and by card while the database is hurt, and keep what they are told and when.
import { setTimeout as wait } from 'node:timers/promises';
import { Answers, ask, decide, type Request } from '../kit/customer.ts';
import { beginPaying } from '../kit/paying.ts';
import type { FakeStripe } from '../kit/stripe.ts';
import { makePeople, type Person, type World } from '../kit/world.ts';

const BUYERS = 12;
const PAYERS = 4;
const CREDITS = 50_000;
const LOOKS_MOST = 20;
const LOOK_AGAIN_MS = 250;

/** What somebody was told of a pack that they bought with credits. */
type Told = { person: Person; request: Request; text: string; openingIds: string[]; at: number };

/** A payment that went through at Stripe. */
type Paid = { person: Person; intentId: string; at: number };

export class Crowd {
  readonly told: Told[] = [];
  readonly paid: Paid[] = [];
  readonly answers = new Answers();
  /** From now on the shop may err: its database lacks something. */
  isHurt = false;
  readonly #address: string;
  readonly #stripe: FakeStripe;
  readonly #packTypeId: string;
  readonly #buyers: Person[];
  readonly #waiting = new Set<Person>();
  readonly payers: Person[];

  private constructor(
    { address, stripe, packTypeId }: { address: string; stripe: FakeStripe; packTypeId: string },
    buyers: Person[],
    payers: Person[],
  ) {
    this.#address = address;
    this.#stripe = stripe;
    this.#packTypeId = packTypeId;
    this.#buyers = buyers;
    this.payers = payers;
  }

  static async gather(
    world: World,
    shop: { address: string; stripe: FakeStripe; packTypeId: string },
  ): Promise<Crowd> {
    const buyers = await makePeople(world, BUYERS, CREDITS);
    return new Crowd(shop, buyers, await makePeople(world, PAYERS, 0));
  }

  get sold(): number {
    return this.told.length + this.paid.length;
  }

  /** Keeps everybody busy until `isOver`; each finishes what they began. */
  async shop(isOver: () => boolean): Promise<void> {
    const all = [
      ...this.#buyers.map((person) => () => this.#buy(person)),
      ...this.payers.map((person) => async () => {
        // Their next payment would wait for the one that can't be delivered.
        if (this.#waiting.has(person)) await wait(LOOK_AGAIN_MS);
        else await this.pay(person);
      }),
    ];
    await Promise.all(
      all.map(async (once) => {
        while (!isOver()) await once();
      }),
    );
  }

  async #buy(person: Person): Promise<void> {
    const { status, text, request, data } = await decide<{ packOpenings: { id: string }[] }>(
      this.#address,
      person,
      {
        method: 'POST',
        path: '/payments/purchase-with-balance',
        body: { packs: [{ packId: this.#packTypeId, quantity: 1 }], paymentMethod: 'balance' },
      },
      this.answers,
    );
    must(status === 200, 'the purchase is answered');
    const openingIds = data.packOpenings.map(({ id }) => id);
    this.told.push({ person, request, text, openingIds, at: Date.now() });
  }

  async pay(person: Person): Promise<void> {
    const intentId = await this.begin(person);
    await this.confirm(person, intentId);
    for (let look = 0; look < LOOKS_MOST; look += 1) {
      const answer = await ask<{ status: string }>(
        this.#address,
        person,
        { method: 'GET', path: `/payments/purchased-packs/${intentId}` },
        this.answers,
      );
      if (answer.status === 200 && answer.data.status === 'succeeded') return;
      await wait(LOOK_AGAIN_MS);
    }
    // The shop can't deliver what it has lost. Its buyer has paid.
    must(this.isHurt, `${intentId} was paid for, and is delivered`);
    this.#waiting.add(person);
  }

  /** As far as the card's form. */
  async begin(person: Person): Promise<string> {
    const { status, data } = await beginPaying(
      this.#address,
      person,
      this.#packTypeId,
      this.answers,
    );
    must(status === 200, 'the payment is begun');
    return data.paymentIntentId;
  }

  async confirm(person: Person, intentId: string): Promise<void> {
    must((await this.#stripe.confirm(intentId)) === 'succeeded', 'the card is charged');
    this.paid.push({ person, intentId, at: Date.now() });
  }
}

function must(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`Not so: ${what}`);
}
