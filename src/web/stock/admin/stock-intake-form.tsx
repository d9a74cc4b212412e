// One pack, typed by hand: as many cards as its type has, in the order inside the pack.
import { intakeFields, takeInPacks, type IntakePack } from '#contract/stock-admin.ts';
import { CONDITIONS, FINISHES } from '#domain/card.ts';
import { SEAL_KIND_WORDS } from '#domain/seal.ts';
import { listPackTypes, type PackType } from '#contract/catalogue.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { messageOf } from '../../api/messages.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { WhenLoaded } from '../../lists/when-loaded.tsx';

import { useDo } from '../../api/do.ts';
import { useAsk } from '../../api/ask.ts';

export function PackIntakeForm() {
  const types = useAsk(listPackTypes, {});
  const [chosen, setChosen] = useState('');
  // The number of packs taken in so far. Each pack has a form of its own, and the form after a taken pack gets the
  // focus.
  const [taken, setTaken] = useState(0);
  return (
    <WhenLoaded list={types} what="pack types">
      {(known) => {
        const type = known.find((one) => one.id === chosen);
        return (
          <Panel title="One pack">
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

const typedPack = z.object({
  serial: intakeFields.serial,
  certification: intakeFields.certification,
  supplier: z.string().check(z.trim(), z.maxLength(120, 'This is too long')),
  cards: z.array(
    z.object({
      set: z.string().check(z.trim(), z.minLength(1, 'Enter a set'), z.maxLength(40)),
      number: z.string().check(z.trim(), z.minLength(1, 'Enter a number'), z.maxLength(40)),
      rarity: z.string().check(z.trim(), z.maxLength(80)),
      finish: z.enum(FINISHES),
      condition: z.enum(CONDITIONS),
    }),
  ),
});
type Typed = z.output<typeof typedPack>;

/** A pack with empty fields. The set is prefilled, because most cards belong to the set of the pack's type. */
function emptyPack(type: PackType): Typed {
  const set = type.set_id.slice(type.game.length + 1);
  const card = { set, number: '', rarity: '', finish: 'normal', condition: 'Near Mint' } as const;
  return {
    serial: '',
    certification: '',
    supplier: '',
    cards: Array.from({ length: type.card_count }, () => ({ ...card })),
  };
}

const CARD_PROBLEM = /^card (\d+): (.+)$/;

type TypedPackProps = { type: PackType; isNext: boolean; onTaken: () => void };

function TypedPack({ type, isNext, onTaken }: TypedPackProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const take = useDo(takeInPacks);
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(typedPack),
    defaultValues: emptyPack(type),
    mode: 'onTouched',
  });
  const { errors } = formState;

  const save = async ({ serial, certification, supplier, cards }: Typed) => {
    setProblem(null);
    const pack: IntakePack = {
      packTypeId: type.id,
      serial,
      certificationNumber: certification,
      sealKind: type.sealKind,
      ...(supplier !== '' && { supplier }),
      cards: cards.map(({ rarity, ...card }) => (rarity === '' ? card : { ...card, rarity })),
    };
    try {
      const { newPacks, waitingPacks } = await take.mutateAsync({ packs: [pack] });
      showToast({
        kind: 'success',
        title: newPacks === 1 ? `Pack ${serial} taken in` : `Pack ${serial} was taken in before`,
        ...(newPacks === 0 && { text: 'It has the same cards, so nothing was changed.' }),
        ...(waitingPacks > 0 && { text: 'It waits: a drop of its type is on sale.' }),
      });
      onTaken();
    } catch (error) {
      const sentence = messageOf(error);
      const [, place, ofCard] = CARD_PROBLEM.exec(sentence) ?? [];
      if (place === undefined) setProblem(sentence);
      else
        setError(`cards.${Number(place) - 1}.number`, { message: ofCard! }, { shouldFocus: true });
    }
  };

  return (
    <form onSubmit={handleSubmit(save)} noValidate className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          {...register('serial')}
          autoFocus={isNext}
          label="Serial"
          autoComplete="off"
          error={errors.serial?.message}
        />
        <Field
          {...register('certification')}
          label="Certification number"
          autoComplete="off"
          error={errors.certification?.message}
        />
        <Field
          {...register('supplier')}
          label="Supplier"
          hint="Only operators see it. May be empty"
          autoComplete="organization"
          error={errors.supplier?.message}
        />
        <p className="self-center text-small text-text-2">
          By its type, this pack is {SEAL_KIND_WORDS[type.sealKind]}.
        </p>
      </div>
      <fieldset>
        <legend className="mb-1 text-small font-[560]">
          Its {type.card_count} cards, in order
        </legend>
        <p className="mb-3 text-small text-text-2">
          The rarity is needed only where the set has several cards with the same number and finish.
        </p>
        <ol className="grid gap-4">
          {Array.from({ length: type.card_count }, (_, at) => (
            <li
              // The places of a pack are fixed.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              className="grid grid-cols-2 items-start gap-3 border-t border-line pt-3 sm:grid-cols-[80px_132px_minmax(0,1fr)_136px_164px]"
            >
              <Field
                {...register(`cards.${at}.set`)}
                label={<CardLabel at={at}>Set</CardLabel>}
                autoComplete="off"
                error={errors.cards?.[at]?.set?.message}
              />
              <Field
                {...register(`cards.${at}.number`)}
                label={<CardLabel at={at}>Number</CardLabel>}
                autoComplete="off"
                error={errors.cards?.[at]?.number?.message}
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
            </li>
          ))}
        </ol>
      </fieldset>
      {problem !== null && <Banner title="The pack was not taken in">{problem}</Banner>}
      <div>
        <Button type="submit" busy={take.isPending}>
          Take in this pack
        </Button>
      </div>
    </form>
  );
}

function CardLabel({ at, children }: { at: number; children: string }) {
  return (
    <span className="font-normal text-text-2">
      {children}
      <span className="sr-only"> of card {at + 1}</span>
    </span>
  );
}
