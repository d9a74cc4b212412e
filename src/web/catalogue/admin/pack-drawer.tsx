// The panel with a pack type: its texts, prices and picture. The operator must confirm a price that is low for the
// pack's contents.
import {
  changePackType,
  createPackType,
  listSets,
  packTypeFields,
  putPackPicture,
  removePackPicture,
  showAdminPackType,
  type AdminPackType,
} from '#contract/catalogue-admin.ts';
import { GAME_NAMES } from '#domain/card.ts';
import { formatCad } from '#domain/money.ts';
import { PROMISED_RARITIES, raritiesFrom } from '#domain/pack-promises.ts';
import { SEAL_KINDS } from '#domain/seal-kind.ts';
import { SEAL_KIND_WORDS } from '#domain/seal.ts';
import { CAD_FORM, decimalText, parseCad } from '#domain/decimals.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useRef, useState, type ChangeEvent } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { asApiError, type FieldProblem } from '../../api/api-error.ts';
import { messageOf } from '../../api/messages.ts';
import { PackImage } from '../../ui/art.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldFrame, FieldMessage } from '../../ui/field.tsx';
import { inputClass } from '../../ui/input-class.ts';
import { Select } from '../../ui/select.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Drawer } from '../../admin-kit/drawer.tsx';

import { linesOf } from './catalogue-words.ts';
import { readPictureFile } from './picture-file.ts';
import { useDo } from '../../api/do.ts';
import { useAsk } from '../../api/ask.ts';

/** If `id` is null, the panel creates a new pack type. */
export function PackDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  return id === null ? <NewPack onClose={onClose} /> : <KnownPack id={id} onClose={onClose} />;
}

function NewPack({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen side="right" width={560} onClose={onClose} title="New pack type">
      <PackForm type={null} onDone={onClose} />
    </Dialog>
  );
}

function KnownPack({ id, onClose }: { id: string; onClose: () => void }) {
  const type = useAsk(showAdminPackType, { id });
  return (
    <Drawer title={type.data?.name ?? 'Pack type'} what="pack type" query={type} onClose={onClose}>
      {(found) => (
        <div className="grid gap-8">
          <Picture type={found} />
          <PackForm type={found} onDone={onClose} />
        </div>
      )}
    </Drawer>
  );
}

const AMOUNT = 'Enter an amount such as 12.50';
const COUNT = 'Enter a whole number';
const amountText = z.string().check(z.trim(), z.regex(CAD_FORM, AMOUNT));
const countText = z.string().check(z.trim(), z.regex(/^[1-9]\d{0,5}$/, COUNT));
const orEmpty = (schema: z.ZodMiniType<string, string>) => z.union([z.literal(''), schema]);

const typedPack = z.object({
  name: packTypeFields.name,
  description: z.string().check(z.maxLength(2000, 'This is too long')),
  price: amountText,
  sealKind: packTypeFields.sealKind,
  purchaseLimit: orEmpty(countText),
  tags: z.string(),
  details: z.string(),
  promisesFoil: z.boolean(),
  promisesRarity: z.enum(['', ...PROMISED_RARITIES]),
  promisesHits: orEmpty(countText),
  guaranteed: z.boolean(),
  isAvailable: z.boolean(),
});
const newPack = z.extend(typedPack, {
  id: packTypeFields.id,
  setId: z.string().check(z.minLength(1, 'Choose a set')),
  cardCount: countText,
});
/** The form of an existing pack type. Its id, its set and its number of cards can't change. */
const knownPack = z.extend(typedPack, {
  id: z.string(),
  setId: z.string(),
  cardCount: z.string(),
});
type Typed = z.output<typeof newPack>;

const FIELD_OF: Record<string, keyof Typed> = {
  id: 'id',
  name: 'name',
  set_id: 'setId',
  price: 'price',
  sealKind: 'sealKind',
  card_count: 'cardCount',
  tags: 'tags',
  details: 'details',
  promisesFoil: 'promisesFoil',
  promisesRarity: 'promisesRarity',
  promisesHits: 'promisesHits',
};

function startOf(type: AdminPackType | null): Typed {
  return {
    id: type?.id ?? '',
    setId: type?.set_id ?? '',
    cardCount: String(type?.card_count ?? ''),
    name: type?.name ?? '',
    description: type?.description ?? '',
    price: type === null ? '' : decimalText(type.price),
    sealKind: type?.sealKind ?? 'resealed',
    purchaseLimit: type === null ? '1' : String(type.purchaseLimit ?? ''),
    tags: type?.tags.join('\n') ?? '',
    details: type?.details.join('\n') ?? '',
    promisesFoil: type?.promisesFoil ?? false,
    promisesRarity: type?.promisesRarity ?? '',
    promisesHits: String(type?.promisesHits ?? ''),
    guaranteed: type?.guaranteed ?? false,
    isAvailable: type?.is_available ?? true,
  };
}

/** Converts the form's values to the endpoint's fields. */
function fieldsOf(typed: Typed) {
  return {
    name: typed.name,
    description: typed.description,
    price: parseCad(typed.price)!,
    sealKind: typed.sealKind,
    purchaseLimit: typed.purchaseLimit === '' ? null : Number(typed.purchaseLimit),
    tags: linesOf(typed.tags),
    details: linesOf(typed.details),
    promisesFoil: typed.promisesFoil,
    promisesRarity: typed.promisesRarity === '' ? null : typed.promisesRarity,
    promisesHits: typed.promisesHits === '' ? null : Number(typed.promisesHits),
    guaranteed: typed.guaranteed,
  };
}

function PackForm({ type, onDone }: { type: AdminPackType | null; onDone: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [question, setQuestion] = useState<{ typed: Typed; sentence: string } | null>(null);
  const create = useDo(createPackType, { untilFresh: true });
  const change = useDo(changePackType, { untilFresh: true });
  const form = useForm({
    resolver: zodResolver(type === null ? newPack : knownPack),
    defaultValues: startOf(type),
    mode: 'onTouched',
  });
  const { isSubmitting } = form.formState;

  const save = async (typed: Typed, confirmation: { confirmBelowExpectedValue?: true }) => {
    setProblem(null);
    const fields = { ...fieldsOf(typed), ...confirmation };
    try {
      await (type === null
        ? create.mutateAsync({
            ...fields,
            id: typed.id,
            set_id: typed.setId,
            card_count: Number(typed.cardCount),
            is_available: typed.isAvailable,
          })
        : change.mutateAsync({ ...fields, id: type.id, isAvailable: typed.isAvailable }));
      showToast({ kind: 'success', title: `Pack type ${type === null ? 'created' : 'saved'}` });
      onDone();
    } catch (thrown) {
      setQuestion(null);
      const error = asApiError(thrown);
      if (error.code === 'BELOW_EXPECTED_VALUE') {
        setQuestion({ typed, sentence: messageOf(error) });
        return;
      }
      const [found] = Array.isArray(error.details) ? (error.details as FieldProblem[]) : [];
      const field = found === undefined ? undefined : FIELD_OF[found.path.split('.')[0]!];
      if (field === undefined) setProblem(messageOf(error));
      else form.setError(field, { message: found!.message }, { shouldFocus: true });
    }
  };

  return (
    <>
      <form
        onSubmit={form.handleSubmit((typed) => save(typed, {}))}
        noValidate
        className="grid gap-4"
      >
        <PackFields type={type} register={form.register} formState={form.formState} />
        {problem !== null && <Banner>{problem}</Banner>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={isSubmitting}>
            {type === null ? 'Create pack type' : 'Save'}
          </Button>
          <Button variant="secondary" onClick={onDone} disabled={isSubmitting}>
            Cancel
          </Button>
        </div>
      </form>
      {question !== null && (
        <Confirm
          title="Sell for less than half?"
          text={question.sentence}
          cancel="Change the price"
          confirm="Sell at this price"
          busy={create.isPending || change.isPending}
          onConfirm={() => void save(question.typed, { confirmBelowExpectedValue: true })}
          onCancel={() => setQuestion(null)}
        />
      )}
    </>
  );
}

type FormParts = Pick<UseFormReturn<Typed>, 'register' | 'formState'>;
type FieldsProps = FormParts & { type: AdminPackType | null };

function PackFields({ type, register, formState }: FieldsProps) {
  // The React compiler must not memoise this component. Errors are added to the `errors` object in place, and memoised
  // components would not notice them.
  'use no memo';
  const text = (name: keyof Omit<Typed, 'guaranteed' | 'isAvailable' | 'promisesFoil'>) => ({
    ...register(name),
    error: formState.errors[name]?.message,
  });
  return (
    <>
      {type === null ? (
        <>
          <Field {...text('id')} label="ID" hint="Part of its address, such as magic-mid-draft" />
          <SetChoice {...text('setId')} />
        </>
      ) : (
        <p className="text-small text-text-2">
          {GAME_NAMES[type.game]}, {type.set_name} · {type.card_count} cards · {type.stock} in stock
        </p>
      )}
      <Field {...text('name')} label="Name" />
      <Lines {...text('description')} label="Description" />
      <Field
        {...text('price')}
        label="Price (CAD)"
        inputMode="decimal"
        hint="If you reduce it, the shop crosses out a price that it asked for three of the last six months"
      />
      {type !== null && <Expected type={type} />}
      <SelectField
        {...text('sealKind')}
        label="What its sealed packs are"
        options={SEAL_KINDS.map((kind) => ({ value: kind, label: SEAL_KIND_WORDS[kind] }))}
      />
      <p className="text-small text-text-2">
        Every page, mail and certificate says it. It can’t change once packs of the type are in.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {type === null && (
          <Field {...text('cardCount')} label="Cards in a pack" inputMode="numeric" />
        )}
        <Field
          {...text('purchaseLimit')}
          label="Limit per person"
          inputMode="numeric"
          hint="Leave empty for no limit"
        />
      </div>
      <Promises register={register} formState={formState} />
      <Lines {...text('tags')} label="Tags" hint="One per line. They promise nothing" />
      <Lines {...text('details')} label="Details" hint="One per line" />
      <Checkbox
        {...register('guaranteed')}
        label="Guaranteed: its packs are certified, and anybody can verify that"
      />
      <Checkbox {...register('isAvailable')} label="On sale" />
    </>
  );
}

/**
 * The promises that an operator can make to buyers. Only promises are offered that the shop can check for each pack.
 */
function Promises({ register, formState: { errors } }: FormParts) {
  'use no memo';
  const foilProblem = errors.promisesFoil?.message;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 text-small font-[560]">Every pack holds at least</legend>
      <p className="text-small text-text-2">
        A promise to buyers. It is refused while a sealed pack breaks it, and so is a pack that
        would break it.
      </p>
      <div className="grid gap-1.5">
        <Checkbox
          {...register('promisesFoil')}
          label="One foil card"
          aria-invalid={foilProblem === undefined ? undefined : true}
          aria-describedby={foilProblem === undefined ? undefined : 'foil-problem'}
        />
        {foilProblem !== undefined && <FieldMessage id="foil-problem" error={foilProblem} />}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...register('promisesRarity')}
          label="One card that is"
          options={PROMISED_RARITY_OPTIONS}
          error={errors.promisesRarity?.message}
        />
        <Field
          {...register('promisesHits')}
          label="Minimum number of hits"
          inputMode="numeric"
          hint={`${raritiesFrom('rare')}. Leave empty for none`}
          error={errors.promisesHits?.message}
        />
      </div>
    </fieldset>
  );
}

const PROMISED_RARITY_OPTIONS = [
  { value: '', label: 'Of any rarity' },
  ...PROMISED_RARITIES.map((rarity) => ({ value: rarity, label: raritiesFrom(rarity) })),
];

/** How the value was estimated, and therefore how reliable it is. */
const BASIS_WORDS = {
  counted: ', counted over its sealed packs at today’s prices.',
  filling: ', by how packs of this type are filled and today’s prices.',
  odds: ', by its odds and today’s prices. Every printing of a rarity counts as equally likely, so this is an upper estimate.',
  cards:
    ', counting every card as equally likely. This is too high; once 20 packs have come in, how they are filled is used instead.',
};

/** The estimated value of a pack, and the real value of the opened packs. */
function Expected({ type: { expectedValue, openedPacks } }: { type: AdminPackType }) {
  return (
    <p className="text-small text-text-2">
      {expectedValue === null ? (
        'The value of a pack can’t be estimated: the catalogue has no cards for this set.'
      ) : (
        <>
          {expectedValue.basis === 'counted'
            ? 'Average value of a pack'
            : 'Estimated value of a pack'}
          : <span className="font-semibold text-text">{formatCad(expectedValue.amount)}</span>
          {BASIS_WORDS[expectedValue.basis]}
        </>
      )}
      {openedPacks && (
        <>
          {' '}
          {openedPacks.packs} opened packs held{' '}
          <span className="font-semibold text-text">{formatCad(openedPacks.mean)}</span> on average.
        </>
      )}
    </p>
  );
}

/** The operator can choose among this many sets for a new pack type, newest first. */
const SETS_TO_CHOOSE = 100;

function SetChoice({ error, ...select }: { error: string | undefined; name: string }) {
  const sets = useAsk(listSets, { limit: SETS_TO_CHOOSE });
  const options = (sets.data?.sets ?? []).map((set) => ({
    value: set.id,
    label: `${GAME_NAMES[set.game]}, ${set.name} (${set.code})`,
  }));
  return (
    <div className="grid gap-1.5">
      <Select
        {...select}
        label="Set"
        options={[{ value: '', label: 'Choose a set' }, ...options]}
        aria-invalid={error === undefined ? undefined : true}
      />
      {error !== undefined && <p className="text-small text-danger">{error}</p>}
    </div>
  );
}

type LinesProps = React.ComponentProps<'textarea'> & {
  label: string;
  hint?: string;
  error: string | undefined;
};

function Lines({ label, hint, error, ...textarea }: LinesProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        {...textarea}
        id={id}
        rows={3}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error || hint ? `${id}-message` : undefined}
        className={`${inputClass} h-auto min-h-24 py-2.5`}
      />
    </FieldFrame>
  );
}

function Picture({ type }: { type: AdminPackType }) {
  const [problem, setProblem] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const put = useDo(putPackPicture, { untilFresh: true });
  const remove = useDo(removePackPicture, { untilFresh: true });
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0];
    // Clear the input, because otherwise the browser reports no change when the same file is chosen again.
    const read = chosen && (await readPictureFile(chosen, 'photograph'));
    target.value = '';
    if (read === undefined) return;
    setProblem('problem' in read ? read.problem : null);
    if ('problem' in read) return;
    put.mutate(
      { id: type.id, picture: read.picture },
      {
        onSuccess: () => showToast({ kind: 'success', title: 'Picture uploaded' }),
        onError: (error) => setProblem(messageOf(error)),
      },
    );
  };
  return (
    <section aria-label="Picture" className="flex items-center gap-5">
      <PackImage src={type.packImageUrl} alt={`Picture of ${type.name}`} eager className="w-24" />
      <div className="grid gap-2">
        <input
          ref={file}
          type="file"
          aria-label="Picture file"
          accept="image/jpeg,image/png,image/webp"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => void choose(event)}
        />
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" busy={put.isPending} onClick={() => file.current?.click()}>
            {type.hasPicture ? 'Change picture' : 'Upload picture'}
          </Button>
          {type.hasPicture && (
            <Button
              variant="ghost"
              busy={remove.isPending}
              onClick={() =>
                remove.mutate({ id: type.id }, { onError: (error) => setProblem(messageOf(error)) })
              }
            >
              Use the default drawing
            </Button>
          )}
        </div>
        <p className="text-small text-text-3">
          JPEG, PNG or WebP, up to 8 MB, 200 to 8000 pixels. It is rotated upright; metadata is
          removed.
        </p>
        {problem !== null && <Banner>{problem}</Banner>}
      </div>
    </section>
  );
}
