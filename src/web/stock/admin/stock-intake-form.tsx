// The form for one pack that an operator types in. It has as many cards as packs of this type, in the order in which
// they are in the pack.
import {
  findIntakeCards,
  listTypesOfStock,
  takeInPacks,
  type NamedIntakeCard,
  type TypeOfStock,
} from '#contract/stock-admin.ts';
import { CONDITIONS, FINISHES, type Condition, type Finish } from '#domain/card.ts';
import { typedCad } from '#domain/decimals.ts';
import { SEAL_KIND_WORDS } from '#domain/seal.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageOf } from '../../api/messages.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { CardImage } from '../../ui/art.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useEndpointForm } from '../../forms/endpoint-form.ts';
import { Field } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { WhenLoaded } from '../../lists/when-loaded.tsx';

import { useDo } from '../../api/do.ts';
import { useAsk } from '../../api/ask.ts';

export function PackIntakeForm() {
  const types = useAsk(listTypesOfStock, {});
  const [chosen, setChosen] = useState('');
  // The number of packs taken in so far. Each pack has a form of its own. After a pack is taken in, the form of the
  // next pack gets the focus.
  const [taken, setTaken] = useState(0);
  return (
    <WhenLoaded list={types} what="pack types">
      {({ packTypes: known }) => {
        const type = known.find((one) => one.id === chosen);
        return (
          <Panel title="One pack">
            <p className="mb-4 max-w-[64ch] text-small text-text-2">
              Many packs, one on each line of a spreadsheet, are{' '}
              <Link to="/admin/imports" search={{ kind: 'stock' }} className="link">
                imported as CSV
              </Link>
              .
            </p>
            <Select
              label="Pack type"
              value={chosen}
              onChange={({ target }) => setChosen(target.value)}
              className="mb-5 max-w-[400px]"
              options={[
                { value: '', label: 'Choose a pack type' },
                ...known.map((one) => ({ value: one.id, label: one.name })),
              ]}
            />
            {type !== undefined && (
              <TypedPack
                key={`${type.id} ${taken}`}
                type={type}
                isNext={taken > 0}
                onTaken={() => setTaken(taken + 1)}
              />
            )}
          </Panel>
        );
      }}
    </WhenLoaded>
  );
}

type TypedCard = {
  set: string;
  number: string;
  rarity: string;
  finish: Finish;
  condition: Condition;
};

/** Returns a card with empty fields. Its set is filled in, because most cards belong to the pack type's set. */
function emptyCard(type: TypeOfStock): TypedCard {
  const set = type.set_id.slice(type.game.length + 1);
  return { set, number: '', rarity: '', finish: 'normal', condition: 'Near Mint' };
}

/** The form's own messages for fields of a card that are empty. */
const MISSING: Record<string, string> = {
  'set must not be empty': 'Enter a set',
  'number must not be empty': 'Enter a number',
};

const CARD_PROBLEM = /^card (\d+): (.+)$/;

type TypedPackProps = { type: TypeOfStock; isNext: boolean; onTaken: () => void };

/** Holds the form of one pack. It sends a list with only this pack, in the same way as a file of packs. */
function usePackForm(type: TypeOfStock, onTaken: () => void) {
  const take = useDo(takeInPacks);
  const form = useEndpointForm(takeInPacks, {
    start: {
      serial: '',
      certificationNumber: '',
      supplier: '',
      cost: '',
      awaitsDrop: false,
      cards: Array.from({ length: type.card_count }, () => emptyCard(type)),
    },
    requestOf: ({ cards, supplier, cost, ...numbers }) => ({
      packs: [
        {
          packTypeId: type.id,
          ...numbers,
          sealKind: type.sealKind,
          ...(supplier.trim() !== '' && { supplier }),
          ...(cost.trim() !== '' && { cost: { amount: typedCad(cost) } }),
          cards: cards.map(({ rarity, ...card }) =>
            rarity.trim() === '' ? card : { ...card, rarity },
          ),
        },
      ],
    }),
    fieldOf: ([_packs, _first, ...path]) => (path[0] === 'cost' ? ['cost'] : path),
    words: (field, _typed, message) =>
      field === 'cost'
        ? 'Enter an amount such as 3.20'
        : (MISSING[message] ?? message.replace('certificationNumber', 'certification')),
    send: async (request) => {
      const { newPacks, waitingPacks } = await take.mutateAsync(request);
      const { serial } = request.packs[0]!;
      showToast({
        kind: 'success',
        title: newPacks === 1 ? `Pack ${serial} taken in` : `Pack ${serial} was taken in before`,
        ...(newPacks === 0 && { text: 'It has the same cards, so nothing was changed.' }),
        ...(waitingPacks > 0 && { text: 'It waits: a drop of its type is on sale.' }),
      });
      onTaken();
    },
    problemOf: (thrown) => {
      const sentence = messageOf(thrown);
      const [, place, ofCard] = CARD_PROBLEM.exec(sentence) ?? [];
      return place === undefined
        ? { field: null, message: sentence }
        : { field: `cards.${Number(place) - 1}.number`, message: ofCard! };
    },
  });
  return { ...form, isPending: take.isPending };
}

function TypedPack({ type, isNext, onTaken }: TypedPackProps) {
  const { field, register, setValue, submit, problem, isPending } = usePackForm(type, onTaken);
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...field('serial')} autoFocus={isNext} label="Serial" autoComplete="off" />
        <Field {...field('certificationNumber')} label="Certification number" autoComplete="off" />
        <Field
          {...field('supplier')}
          label="Supplier"
          hint="Only operators see it. May be empty"
          autoComplete="organization"
        />
        <Field
          {...field('cost')}
          label="Cost before taxes"
          hint="May be recorded later"
          inputMode="decimal"
          autoComplete="off"
        />
        <p className="self-center text-small text-text-2 sm:col-span-2">
          By its type, this pack is {SEAL_KIND_WORDS[type.sealKind]}.
        </p>
      </div>
      <CardFields type={type} field={field} register={register} setValue={setValue} />
      <Checkbox {...register('awaitsDrop')} label="Keep for a drop: not on sale before" />
      {problem && <Banner title="The pack was not taken in">{problem.message}</Banner>}
      <div>
        <Button type="submit" busy={isPending}>
          Take in this pack
        </Button>
      </div>
    </form>
  );
}

type CardFieldsProps = Pick<ReturnType<typeof usePackForm>, 'field' | 'register' | 'setValue'> & {
  type: TypeOfStock;
};

/** The printed set and number of a card that is typed in. */
type Named = { set: string; number: string };

function CardFields({ type, field, register, setValue }: CardFieldsProps) {
  const count = type.card_count;
  const list = useRef<HTMLOListElement>(null);
  const [named, setNamed] = useState<Record<number, Named>>({});
  const note = (at: number) => {
    const typed = (name: string) =>
      list.current!.querySelector<HTMLInputElement>(`[name="cards.${at}.${name}"]`)!.value.trim();
    setNamed((before) => ({ ...before, [at]: { set: typed('set'), number: typed('number') } }));
  };
  return (
    <fieldset>
      <legend className="mb-1 text-small font-[560]">Its {count} cards, in order</legend>
      <p className="mb-3 text-small text-text-2">
        The rarity is needed only where the set has several cards with the same number and finish.
      </p>
      <ol ref={list} className="grid gap-4">
        {Array.from({ length: count }, (_, at) => (
          <li
            // The index is a stable key, because the places of a pack are fixed.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            className="grid grid-cols-2 items-start gap-3 border-t border-line pt-3 sm:grid-cols-[80px_132px_minmax(0,1fr)_136px_164px]"
          >
            <Field
              {...field(`cards.${at}.set`)}
              label={<CardLabel at={at}>Set</CardLabel>}
              autoComplete="off"
            />
            <Field
              {...field(`cards.${at}.number`)}
              label={<CardLabel at={at}>Number</CardLabel>}
              autoComplete="off"
              onBlurCapture={() => note(at)}
              onKeyDown={(event) => {
                const next = list.current!.querySelector<HTMLInputElement>(
                  `[name="cards.${at + 1}.number"]`,
                );
                if (event.key !== 'Enter' || next === null) return;
                event.preventDefault();
                next.focus();
              }}
            />
            <Field
              {...register(`cards.${at}.rarity`)}
              label={<CardLabel at={at}>Rarity</CardLabel>}
              autoComplete="off"
              className="max-sm:col-span-2"
            />
            <Select
              {...register(`cards.${at}.finish`)}
              label={<CardLabel at={at}>Finish</CardLabel>}
              options={FINISHES.map((one) => ({ value: one, label: FINISH_WORDS[one] }))}
            />
            <Select
              {...register(`cards.${at}.condition`)}
              label={<CardLabel at={at}>Condition</CardLabel>}
              options={CONDITIONS.map((one) => ({ value: one, label: one }))}
            />
            {named[at] !== undefined && named[at].set !== '' && named[at].number !== '' && (
              <FoundCard
                key={`${named[at].set} ${named[at].number}`}
                packTypeId={type.id}
                named={named[at]}
                onFinish={(finish) => setValue(`cards.${at}.finish`, finish)}
              />
            )}
          </li>
        ))}
      </ol>
    </fieldset>
  );
}

/** Shows the name and picture of the card with a typed number, and the finishes that exist. */
function FoundCard({
  packTypeId,
  named,
  onFinish,
}: {
  packTypeId: string;
  named: Named;
  onFinish: (finish: Finish) => void;
}) {
  const { data } = useAsk(findIntakeCards, { packTypeId, ...named });
  const cards = data?.cards;
  const [first] = cards ?? [];
  const finishes = [...new Set(cards?.map(({ finish }) => finish))];
  const [only] = finishes.length === 1 ? finishes : [];
  const chooseOnly = useEffectEvent((finish: Finish) => onFinish(finish));
  useEffect(() => {
    if (only !== undefined) chooseOnly(only);
  }, [only]);
  if (cards === undefined) return null;
  return (
    <output className="col-span-full flex min-w-0 items-center gap-3 text-small text-text-2">
      {first === undefined ? (
        `There is no card ${named.set} ${named.number}.`
      ) : (
        <>
          <CardImage src={first.image} alt="" className="w-9 shrink-0" />
          <span className="min-w-0 break-words">
            <span className="font-[560] text-text">{first.name}</span>, {wordsOf(cards)}
          </span>
        </>
      )}
    </output>
  );
}

/** Returns "rare: Foil, Non-Foil; mythic: Foil". */
function wordsOf(cards: NamedIntakeCard[]): string {
  const rarities = [...new Set(cards.map(({ nativeRarity }) => nativeRarity))];
  const finishesOf = (rarity: string) =>
    cards.filter((card) => card.nativeRarity === rarity).map(({ finish }) => FINISH_WORDS[finish]);
  return rarities.map((rarity) => `${rarity}: ${finishesOf(rarity).join(', ')}`).join('; ');
}

function CardLabel({ at, children }: { at: number; children: string }) {
  return (
    <span className="font-normal text-text-2">
      {children}
      <span className="sr-only"> of card {at + 1}</span>
    </span>
  );
}
