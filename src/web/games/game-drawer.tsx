// The panel in which an operator makes or changes a game.
import { changeGame, createGame, drawnStyle, type OperatorsGame } from '#contract/games.ts';
import { COLLECTION_RARITY, FINISHES, RARITIES } from '#domain/card.ts';
import { rarityWords } from '#domain/rarity-words.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { GAME_SCHEMES_MAX, GAME_SIGNS, MOODS } from '#domain/game.ts';
import { useRef } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { FormField } from '../admin-kit/form-field.tsx';
import { Lines } from '../admin-kit/lines.tsx';
import { asApiError } from '../api/api-error.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { useEndpointForm } from '../forms/endpoint-form.ts';
import type { Requested } from '../forms/judge-typed.ts';
import { CardImage } from '../ui/art.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Banner } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import {
  fieldOf,
  NEW_SCHEME,
  requestOf,
  schemesOf,
  startOf,
  type TypedScheme,
} from './game-form.ts';
import { sampleUrl, signUrl } from './sample-url.ts';

/** `game`: the game to change; null for a new one. */
export function GameDrawer({ game, onClose }: { game: OperatorsGame | null; onClose: () => void }) {
  const form = useGameForm(game, onClose);
  const { field, problem, submit } = form;
  const { isSubmitting } = form.formState;
  return (
    <Dialog
      isOpen
      side="right"
      width={640}
      title={game?.name ?? 'New game'}
      onClose={onClose}
      canClose={!isSubmitting}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {game === null && (
          <Field
            {...field('id')}
            label="ID"
            autoComplete="off"
            hint="Files and addresses have it, such as one-piece. It never changes"
          />
        )}
        <Field {...field('name')} label="Name" autoComplete="off" />
        <SignChoice form={form} />
        <Schemes form={form} />
        <Preview form={form} />
        <fieldset className="grid gap-4">
          <legend className="mb-1.5 text-small font-[560]">Its words for rarities</legend>
          <p className="text-small text-text-2">
            One per line, from the lowest to the highest. A changed word counts from the next import
            of its cards.
          </p>
          {RARITIES.map((rarity) => (
            <Lines key={rarity} {...field(`rarityWords.${rarity}`)} label={rarityWords(rarity)} />
          ))}
        </fieldset>
        <SelectField
          {...field('unknownRarity')}
          label="Any other word"
          options={[
            { value: '', label: 'Is an error in the file' },
            ...RARITIES.map((rarity) => ({
              value: rarity,
              label: `Counts as ${rarityWords(rarity)}`,
            })),
          ]}
        />
        <fieldset className="grid gap-4">
          <legend className="mb-1.5 text-small font-[560]">Its words for finishes</legend>
          <p className="text-small text-text-2">
            One per line. A card without such a word is {FINISH_WORDS.normal.toLowerCase()}.
          </p>
          {FINISHES.map((finish) => (
            <Lines key={finish} {...field(`finishWords.${finish}`)} label={FINISH_WORDS[finish]} />
          ))}
        </fieldset>
        {problem && <Banner>{problem.message}</Banner>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={isSubmitting}>
            {game === null ? 'Make game' : 'Save'}
          </Button>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useGameForm(game: OperatorsGame | null, onClose: () => void) {
  const create = useDo(createGame, { untilFresh: true });
  const change = useDo(changeGame, { untilFresh: true });
  return useEndpointForm(game === null ? createGame : changeGame, {
    start: startOf(game),
    // A new row would start with an error if the form were checked before it is sent.
    checks: 'sent',
    requestOf: (typed) => ({ ...requestOf(typed), version: game?.version ?? 0 }),
    fieldOf,
    problemOf: (thrown) => {
      const [refused] = asApiError(thrown).fields;
      return { field: refused?.path ?? null, message: refused?.message ?? messageOf(thrown) };
    },
    send: async (request) => {
      await (game === null
        ? create.mutateAsync(request as Requested<typeof createGame>)
        : change.mutateAsync({ ...(request as Requested<typeof changeGame>), id: game.id }));
      showToast({ kind: 'success', title: `${request.name} ${game === null ? 'made' : 'saved'}` });
      onClose();
    },
  });
}

type FormOf = { form: ReturnType<typeof useGameForm> };

function SignChoice({ form: { register } }: FormOf) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-[560]">Sign</legend>
      <div className="flex flex-wrap gap-2">
        {GAME_SIGNS.map((sign) => (
          <label
            key={sign}
            className="grid size-16 cursor-pointer place-items-center rounded-card border border-line-strong bg-surface has-checked:border-brand has-checked:outline-1 has-checked:outline-brand has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input type="radio" value={sign} {...register('sign')} className="sr-only" />
            <img src={signUrl(sign)} alt="" width={36} height={36} />
            <span className="sr-only">{sign.replaceAll('-', ' ')}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Schemes({ form }: FormOf) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'schemes' });
  const adds = useRef<HTMLButtonElement>(null);
  const fallback = useFocusFallback(() => adds.current);
  return (
    <fieldset {...fallback} className="grid gap-3">
      <legend className="mb-1.5 text-small font-[560]">Colours of its drawings</legend>
      <p className="text-small text-text-2">
        Neighbours in a set take different ones. Hues go from 0 to 359: red is at 30, yellow at 100,
        green at 145, blue at 260.
      </p>
      <ol aria-label="Colour schemes" className="grid gap-3">
        {fields.map((scheme, at) => (
          <li key={scheme.id}>
            <SchemeRow form={form} at={at} onRemove={() => remove(at)} />
          </li>
        ))}
      </ol>
      {fields.length < GAME_SCHEMES_MAX && (
        <div>
          <Button ref={adds} variant="secondary" size="small" onClick={() => append(NEW_SCHEME)}>
            Add colours
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function SchemeRow({ form, at, onRemove }: FormOf & { at: number; onRemove: () => void }) {
  const scheme = useWatch({ control: form.control, name: `schemes.${at}` });
  return (
    <div className="grid grid-cols-[40px_repeat(3,minmax(0,1fr))] items-start gap-3 max-sm:grid-cols-3">
      <span
        aria-hidden="true"
        style={{ background: swatchOf(scheme) }}
        className="mt-6.5 size-10 rounded-control border border-line max-sm:col-span-3 max-sm:mt-0"
      />
      <FormField
        form={form}
        name={`schemes.${at}.shadow`}
        label={<NameInRow name="Shadows" at={at} />}
        inputMode="numeric"
        maxLength={3}
      />
      <FormField
        form={form}
        name={`schemes.${at}.light`}
        label={<NameInRow name="Light" at={at} />}
        inputMode="numeric"
        maxLength={3}
      />
      <Select
        {...form.register(`schemes.${at}.mood`)}
        label={<NameInRow name="Time of day" at={at} />}
        options={MOODS.map((mood) => ({ value: mood, label: mood }))}
      />
      <Button
        variant="ghost"
        size="small"
        onClick={onRemove}
        className="hit-44 col-start-2 justify-self-start max-sm:col-start-1"
      >
        Remove<span className="sr-only"> colours {at + 1}</span>
      </Button>
    </div>
  );
}

function NameInRow({ name, at }: { name: string; at: number }) {
  return (
    <>
      {name}
      <span className="sr-only"> of colours {at + 1}</span>
    </>
  );
}

/** A gradient from the hue of the shadows to that of the light. */
function swatchOf({ shadow, light }: TypedScheme): string {
  return `linear-gradient(to top right, oklch(0.4 0.12 ${Number(shadow) || 0}), oklch(0.85 0.12 ${Number(light) || 0}))`;
}

/** Sample cards in the style that the operator has typed so far. */
function Preview({ form: { control } }: FormOf) {
  const [sign, typed] = useWatch({ control, name: ['sign', 'schemes'] });
  const style = drawnStyle.safeParse({ sign, schemes: schemesOf(typed) });
  if (!style.success) return null;
  return (
    <div className="flex flex-wrap gap-4">
      {RARITIES.map((rarity) => (
        <CardImage
          key={rarity}
          eager
          src={sampleUrl(style.data, rarity)}
          alt={`Sample card, ${COLLECTION_RARITY[rarity]}`}
          className="w-30 shadow-art"
        />
      ))}
    </div>
  );
}
