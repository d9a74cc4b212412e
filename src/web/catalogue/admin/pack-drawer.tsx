// The panel with a pack type: its texts, prices and picture. If a price is low for the pack's contents, the operator
// must confirm it.
import {
  changePackType,
  createPackType,
  putPackPicture,
  removePackPicture,
  showAdminPackType,
  type AdminPackType,
} from '#contract/catalogue-admin.ts';
import { formatCad } from '#domain/money.ts';
import { PROMISED_RARITIES, raritiesFrom } from '#domain/pack-promises.ts';
import { decimalText, parseCad, typedCad } from '#domain/decimals.ts';
import { SEAL_KINDS, type SealKind } from '#domain/seal-kind.ts';
import { SEAL_KIND_WORDS } from '#domain/seal.ts';
import { useRef, useState } from 'react';
import { GameName } from '../../accounts/game-name.tsx';
import { Lines, splitLines } from '../../admin-kit/lines.tsx';
import { asApiError } from '../../api/api-error.ts';
import { messageOf } from '../../api/messages.ts';
import { PackImage } from '../../ui/art.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, FieldMessage } from '../../ui/field.tsx';
import { FileInput, PICTURE_FILES } from '../../ui/file-input.tsx';
import { Select } from '../../ui/select.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { Drawer } from '../../admin-kit/drawer.tsx';
import { useEndpointForm } from '../../forms/endpoint-form.ts';
import type { Requested } from '../../forms/judge-typed.ts';

import { EmbedSnippet } from './embed-snippet.tsx';
import { readPictureFile } from './picture-file.ts';
import { comingPrice, HeldPrice } from './held-price.tsx';
import { PriceWarning } from './price-warning.tsx';
import { useSetOptions } from './set-options.ts';
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
          <PriceWarning type={found} />
          <Picture type={found} />
          <PackForm type={found} onDone={onClose} />
          <EmbedSnippet packId={found.id} />
        </div>
      )}
    </Drawer>
  );
}

type Typed = {
  id: string;
  set_id: string;
  card_count: string;
  name: string;
  description: string;
  price: string;
  sealKind: SealKind;
  purchaseLimit: string;
  tags: string;
  details: string;
  promisesFoil: boolean;
  promisesRarity: '' | (typeof PROMISED_RARITIES)[number];
  promisesHits: string;
  guaranteed: boolean;
  isAvailable: boolean;
  /** Whether the operator has confirmed a price that is low for the pack's contents. */
  isConfirmed: boolean;
};

function startOf(type: AdminPackType | null): Typed {
  return {
    id: type?.id ?? '',
    set_id: type?.set_id ?? '',
    card_count: String(type?.card_count ?? ''),
    name: type?.name ?? '',
    description: type?.description ?? '',
    price: type === null ? '' : decimalText(comingPrice(type)),
    sealKind: type?.sealKind ?? 'resealed',
    purchaseLimit: type === null ? '1' : String(type.purchaseLimit ?? ''),
    tags: type?.tags.join('\n') ?? '',
    details: type?.details.join('\n') ?? '',
    promisesFoil: type?.promisesFoil ?? false,
    promisesRarity: type?.promisesRarity ?? '',
    promisesHits: String(type?.promisesHits ?? ''),
    guaranteed: type?.guaranteed ?? false,
    isAvailable: type?.is_available ?? true,
    isConfirmed: false,
  };
}

const COUNT_FORM = /^[1-9]\d{0,5}$/;
/** Converts a typed whole number. Any other text becomes NaN, which the endpoint's schema rejects. */
const typedCount = (text: string) => (COUNT_FORM.test(text.trim()) ? Number(text) : Number.NaN);
const orNull = (text: string, read: (typed: string) => number) =>
  text.trim() === '' ? null : read(text);

/** Converts the form's values to a request. If `isNew`, the request creates a pack type; otherwise it changes one. */
function requestOf(isNew: boolean, typed: Typed) {
  const { id, set_id, card_count, isAvailable, isConfirmed, ...texts } = typed;
  return {
    ...texts,
    price: typedCad(texts.price),
    purchaseLimit: orNull(texts.purchaseLimit, typedCount),
    tags: splitLines(texts.tags),
    details: splitLines(texts.details),
    promisesRarity: texts.promisesRarity === '' ? null : texts.promisesRarity,
    promisesHits: orNull(texts.promisesHits, typedCount),
    ...(isConfirmed && { confirmBelowExpectedValue: true }),
    // Only the request for a new pack type has these fields, because id, set and number of cards can't change later.
    ...(isNew
      ? { id, set_id, card_count: typedCount(card_count), is_available: isAvailable }
      : { isAvailable }),
  };
}

/**
 * Returns the message for a refused field. If the typed text is not an amount or number at all, the form's own message
 * replaces the server's.
 */
function words(field: string, typed: Typed, message: string): string {
  switch (field) {
    case 'price':
      return parseCad(typed[field]) === null ? 'Enter an amount such as 12.50' : message;
    case 'card_count':
    case 'purchaseLimit':
    case 'promisesHits':
      return COUNT_FORM.test(typed[field].trim()) ? message : 'Enter a whole number';
    case 'set_id':
      return 'Choose a set';
    case 'description':
      return 'This is too long';
    default:
      return message;
  }
}

const fieldOf = ([name = '']: string[]) => [name];

/** Returns the problem to show. If the server refused fields, the problem belongs to the first of them. */
function problemOf(thrown: unknown) {
  const [refused] = asApiError(thrown).fields;
  const [field = ''] = refused?.path.split('.') ?? [];
  return refused === undefined
    ? { field: null, message: messageOf(thrown) }
    : { field, message: refused.message };
}

function usePackForm(type: AdminPackType | null, onDone: () => void) {
  // The server's question whether a price that is low for the pack's contents is intended.
  const [question, setQuestion] = useState<string | null>(null);
  const create = useDo(createPackType, { untilFresh: true });
  const change = useDo(changePackType, { untilFresh: true });
  const form = useEndpointForm(type === null ? createPackType : changePackType, {
    start: startOf(type),
    requestOf: (typed) => requestOf(type === null, typed),
    fieldOf,
    words,
    problemOf,
    send: async (request) => {
      try {
        await (type === null
          ? create.mutateAsync(request as Requested<typeof createPackType>)
          : change.mutateAsync({ id: type.id, ...request }));
        showToast({ kind: 'success', title: `Pack type ${type === null ? 'created' : 'saved'}` });
        onDone();
      } catch (thrown) {
        form.setValue('isConfirmed', false);
        const isQuestion = asApiError(thrown).code === 'BELOW_EXPECTED_VALUE';
        setQuestion(isQuestion ? messageOf(thrown) : null);
        if (!isQuestion) throw thrown;
      }
    },
  });
  return { form, question, setQuestion, isPending: create.isPending || change.isPending };
}

function PackForm({ type, onDone }: { type: AdminPackType | null; onDone: () => void }) {
  const { form, question, setQuestion, isPending } = usePackForm(type, onDone);
  const { submit, problem } = form;
  const { isSubmitting } = form.formState;
  const sellAtThisPrice = () => {
    form.setValue('isConfirmed', true);
    void submit();
  };
  return (
    <>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <PackFields type={type} form={form} />
        {problem && <Banner>{problem.message}</Banner>}
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
          text={question}
          cancel="Change the price"
          confirm="Sell at this price"
          busy={isPending}
          onConfirm={sellAtThisPrice}
          onCancel={() => setQuestion(null)}
        />
      )}
    </>
  );
}

type FormOf = { form: Pick<ReturnType<typeof usePackForm>['form'], 'field' | 'register'> };

function PackFields({ type, form }: FormOf & { type: AdminPackType | null }) {
  const { field, register } = form;
  return (
    <>
      {type === null ? (
        <>
          <Field {...field('id')} label="ID" hint="Part of its address, such as midnight-draft" />
          <SetChoice {...field('set_id')} />
        </>
      ) : (
        <p className="text-small text-text-2">
          <GameName id={type.game} />, {type.set_name} · {type.card_count} cards · {type.stock} in
          stock
        </p>
      )}
      <Field {...field('name')} label="Name" />
      <Lines {...field('description')} label="Description" />
      <Field
        {...field('price')}
        label="Price (CAD)"
        inputMode="decimal"
        hint="If you reduce it, the shop crosses out a price that it asked for three of the last six months"
      />
      {type?.heldBy && (
        <p className="text-small">
          <HeldPrice type={type} />
        </p>
      )}
      {type !== null && <Expected type={type} />}
      <SelectField
        {...field('sealKind')}
        label="What its sealed packs are"
        options={SEAL_KINDS.map((kind) => ({ value: kind, label: SEAL_KIND_WORDS[kind] }))}
      />
      <p className="text-small text-text-2">
        Every page, mail and certificate says it. It can’t change once packs of the type are in.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        {type === null && (
          <Field {...field('card_count')} label="Cards in a pack" inputMode="numeric" />
        )}
        <Field
          {...field('purchaseLimit')}
          label="Limit per person"
          inputMode="numeric"
          hint="Leave empty for no limit"
        />
      </div>
      <Promises form={form} />
      <Lines {...field('tags')} label="Tags" hint="One per line. They promise nothing" />
      <Lines {...field('details')} label="Details" hint="One per line" />
      <Checkbox
        {...register('guaranteed')}
        label="Guaranteed: its packs are certified, and anybody can verify that"
      />
      <Checkbox {...register('isAvailable')} label="On sale" />
    </>
  );
}

/**
 * The promises that an operator can make to buyers. The form offers only promises that the shop can verify for each
 * pack.
 */
function Promises({ form: { field } }: FormOf) {
  const { error: foilProblem, ...foil } = field('promisesFoil');
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1.5 text-small font-[560]">Every pack holds at least</legend>
      <p className="text-small text-text-2">
        A promise to buyers. It is refused while a sealed pack breaks it, and so is a pack that
        would break it.
      </p>
      <div className="grid gap-1.5">
        <Checkbox
          {...foil}
          label="One foil card"
          aria-invalid={foilProblem === undefined ? undefined : true}
          aria-describedby={foilProblem === undefined ? undefined : 'foil-problem'}
        />
        {foilProblem !== undefined && <FieldMessage id="foil-problem" error={foilProblem} />}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...field('promisesRarity')}
          label="One card that is"
          options={PROMISED_RARITY_OPTIONS}
        />
        <Field
          {...field('promisesHits')}
          label="Minimum number of hits"
          inputMode="numeric"
          hint={`${raritiesFrom('rare')}. Leave empty for none`}
        />
      </div>
    </fieldset>
  );
}

const PROMISED_RARITY_OPTIONS = [
  { value: '', label: 'Of any rarity' },
  ...PROMISED_RARITIES.map((rarity) => ({ value: rarity, label: raritiesFrom(rarity) })),
];

/** Says how the value was estimated, so that the operator knows how reliable it is. */
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

function SetChoice({ error, ...select }: { error: string | undefined; name: string }) {
  const options = useSetOptions();
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

function Picture({ type }: { type: AdminPackType }) {
  const [problem, setProblem] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const put = useDo(putPackPicture, { untilFresh: true });
  const remove = useDo(removePackPicture, { untilFresh: true });
  const choose = async (chosen: File) => {
    const read = await readPictureFile(chosen, 'photograph');
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
        <FileInput
          ref={file}
          label="Picture file"
          accept={PICTURE_FILES}
          onChoose={([chosen]) => void choose(chosen)}
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
