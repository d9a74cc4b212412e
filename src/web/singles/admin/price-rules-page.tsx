// The page of the rules by which single cards get their prices. Rules are saved only after a preview of their effect on
// the whole stock.
import {
  previewPriceRules,
  savePriceRules,
  showPriceRules,
  type RulesPreview,
  type ShownRules,
} from '#contract/singles-prices.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import { PRICE_RULES_MAX } from '#domain/single-price.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { useSetOptions } from '../../catalogue/admin/set-options.ts';
import { useGameOptions } from '../../accounts/games.ts';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { FormField } from '../../admin-kit/form-field.tsx';
import { useVersion } from '../../admin-kit/version-form.tsx';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';
import { useEndpointForm } from '../../forms/endpoint-form.ts';
import type { Requested } from '../../forms/judge-typed.ts';
import { WhenLoaded } from '../../lists/when-loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { countOf } from '../../ui/count-of.ts';
import { Icon } from '../../ui/icon.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { Banner } from '../../ui/states.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { NEW_RULE, requestOf, typedOf, type FormOf, type TypedRules } from './rules-form.ts';
import { CONDITION_OPTIONS, RARITY_OPTIONS } from './singles-words.tsx';

export const screen = createLazyRoute('/admin/singles/prices')({ component: PriceRulesPage });

function PriceRulesPage() {
  const shown = useAsk(showPriceRules, {}, { refetchOnWindowFocus: false });
  return (
    <AdminFrame title="Prices by rule">
      <Link
        to="/admin/singles"
        className="-ml-2 mb-4 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-small font-semibold no-underline hover:bg-surface-2"
      >
        <Icon name="left" size={16} />
        Back to singles
      </Link>
      <WhenLoaded list={shown} what="rules">
        {(found) => (
          // Each version has a form of its own, so that edits of an older version never overwrite a newer version.
          <RulesForm key={found.version} shown={found} onReload={() => shown.refetch()} />
        )}
      </WhenLoaded>
    </AdminFrame>
  );
}

type Previewed = {
  typed: string;
  request: Requested<typeof previewPriceRules>;
  preview: RulesPreview;
};

function RulesForm({
  shown: { version, settings, madeAt },
  onReload,
}: {
  shown: ShownRules;
  onReload: () => Promise<unknown>;
}) {
  const saving = useVersion(
    savePriceRules,
    'rules',
    'The cards on shelves are getting their prices now.',
  );
  const previewing = useDo(previewPriceRules);
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const form = useEndpointForm(previewPriceRules, {
    start: typedOf(settings.rules),
    // The form is checked for the first time on submit. If it were checked earlier, a new rule would start with an
    // error.
    checks: 'sent',
    requestOf,
    send: async (request) => {
      const typed = JSON.stringify(form.getValues());
      setPreviewed({ typed, request, preview: await previewing.mutateAsync(request) });
    },
  });
  const typed = JSON.stringify(useWatch({ control: form.control }) as TypedRules);
  // After an edit, the preview belongs to the earlier rules, so it is not shown.
  const current = previewed !== null && previewed.typed === typed ? previewed : null;
  return (
    <div className="grid max-w-5xl gap-6">
      <form onSubmit={form.submit} noValidate className="grid gap-6">
        <div inert={saving.isSaving}>
          <Rules form={form} />
        </div>
        {form.problem !== null && <Banner>{form.problem.message}</Banner>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type="submit"
            variant={current === null ? 'primary' : 'secondary'}
            busy={previewing.isPending}
          >
            Preview
          </Button>
          <p className="text-small text-text-2">
            {madeAt === null
              ? 'No rules have been saved yet: no card has a price.'
              : `Saved ${formatMoment(madeAt)}. Cards on shelves get their prices within minutes of a save.`}
          </p>
        </div>
      </form>
      {saving.problem !== null && <Banner>{saving.problem.sentence}</Banner>}
      {saving.problem?.isOld === true && (
        <div>
          <Button variant="secondary" onClick={() => void onReload()}>
            Show the saved version
          </Button>
        </div>
      )}
      {current !== null && (
        <Preview
          key={current.typed}
          preview={current.preview}
          busy={saving.isSaving}
          onSave={() => void saving.save({ version, settings: current.request })}
        />
      )}
    </div>
  );
}

function Rules({ form }: FormOf) {
  const { control } = form;
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'rules' });
  const adds = useRef<HTMLButtonElement>(null);
  const fallback = useFocusFallback(() => adds.current);
  return (
    <Panel title="Rules">
      <div {...fallback} className="grid gap-5">
        <p className="max-w-[75ch] text-small text-text-2">
          The first rule that fits a card sets its price: a share of its market value, rounded to 5
          cents, but never below the least price. A card on a shelf that gets a price is on sale;
          one that no rule fits is not. Prices follow the market every day. A price that you set by
          hand stays.
        </p>
        {fields.length > 0 && (
          <ol aria-label="Rules in their order" className="grid gap-5">
            {fields.map((rule, at) => (
              <li key={rule.id}>
                <RuleFields
                  form={form}
                  at={at}
                  last={fields.length - 1}
                  onMove={(to) => swap(at, to)}
                  onRemove={() => remove(at)}
                />
              </li>
            ))}
          </ol>
        )}
        {fields.length < PRICE_RULES_MAX && (
          <div>
            <Button ref={adds} variant="secondary" onClick={() => append(NEW_RULE)}>
              Add a rule
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}

const any = (label: string) => ({ value: '', label });

function RuleFields({
  form,
  at,
  last,
  onMove,
  onRemove,
}: FormOf & { at: number; last: number; onMove: (to: number) => void; onRemove: () => void }) {
  const { control, register } = form;
  const setId = useWatch({ control, name: `rules.${at}.setId` });
  const sets = useSetOptions(setId);
  const games = useGameOptions();
  const name = `rule ${at + 1}`;
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-x-4 gap-y-3 border-t border-line pt-4 sm:grid-cols-3 lg:grid-cols-5">
      <legend className="sr-only">Rule {at + 1}</legend>
      <div className="col-span-full flex flex-wrap items-center gap-1">
        <span aria-hidden="true" className="mr-auto text-small font-semibold">
          Rule {at + 1}
        </span>
        <Button
          variant="ghost"
          size="small"
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
          className="hit-44"
        >
          Up<span className="sr-only">: {name}</span>
        </Button>
        <Button
          variant="ghost"
          size="small"
          disabled={at === last}
          onClick={() => onMove(at + 1)}
          className="hit-44"
        >
          Down<span className="sr-only">: {name}</span>
        </Button>
        <Button variant="ghost" size="small" onClick={onRemove} className="hit-44">
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </div>
      <Select {...register(`rules.${at}.game`)} label="Game" options={[any('Any'), ...games]} />
      <Select {...register(`rules.${at}.setId`)} label="Set" options={[any('Any'), ...sets]} />
      <Select
        {...register(`rules.${at}.rarity`)}
        label="Rarity"
        options={[any('Any'), ...RARITY_OPTIONS]}
      />
      <Select
        {...register(`rules.${at}.condition`)}
        label="Condition"
        options={[any('Any'), ...CONDITION_OPTIONS]}
      />
      <FormField
        form={form}
        name={`rules.${at}.valueFrom`}
        label="Value from"
        inputMode="decimal"
      />
      <FormField
        form={form}
        name={`rules.${at}.valueBelow`}
        label="Value below"
        inputMode="decimal"
      />
      <FormField
        form={form}
        name={`rules.${at}.ageDays`}
        label="Here for, days"
        inputMode="numeric"
      />
      <FormField form={form} name={`rules.${at}.percent`} label="Share, %" inputMode="numeric" />
      <FormField form={form} name={`rules.${at}.floor`} label="Least price" inputMode="decimal" />
    </fieldset>
  );
}

function Preview({
  preview,
  busy,
  onSave,
}: {
  preview: RulesPreview;
  busy: boolean;
  onSave: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The preview is the result of the press, so it gets the focus.
  useEffect(() => heading.current!.focus(), []);
  const { before, after } = preview;
  return (
    <Panel title="Preview" headingRef={heading}>
      <div className="grid gap-5">
        <table className="w-full max-w-[520px] text-small">
          <caption className="sr-only">Prices of all cards in the house</caption>
          <thead>
            <tr className="h-9 border-b border-line text-text-2">
              <th scope="col" className="text-left font-[560]">
                All {countOf(preview.cards, 'card')}
              </th>
              <th scope="col" className="pl-3 text-right font-[560]">
                Now
              </th>
              <th scope="col" className="pl-3 text-right font-[560]">
                After
              </th>
            </tr>
          </thead>
          <tbody>
            <PreviewRow name="With a price" now={count(before.priced)} then={count(after.priced)} />
            <PreviewRow
              name="Without a price"
              now={count(preview.cards - before.priced)}
              then={count(preview.cards - after.priced)}
            />
            <PreviewRow
              name="Sum of prices"
              now={formatCad(before.sum)}
              then={formatCad(after.sum)}
            />
          </tbody>
        </table>
        {preview.byHand > 0 && (
          <p className="text-small text-text-2">
            {countOf(preview.byHand, 'card')} of these have a price by hand, which stays.
          </p>
        )}
        {preview.belowCost > 0 && (
          <Banner title={`${countOf(preview.belowCost, 'card')} below cost`}>
            They would cost less than you paid for them.
          </Banner>
        )}
        <Examples examples={preview.examples} />
        <div>
          <Button busy={busy} onClick={onSave}>
            Save rules
          </Button>
        </div>
      </div>
    </Panel>
  );
}

const count = (cards: number) => cards.toLocaleString('en-CA');

function PreviewRow({ name, now, then }: { name: string; now: string; then: string }) {
  return (
    <tr className="h-11 border-b border-line">
      <th scope="row" className="pr-3 text-left font-normal">
        {name}
      </th>
      <td className="pl-3 text-right tabular-nums">{now}</td>
      <td className="pl-3 text-right tabular-nums">{then}</td>
    </tr>
  );
}

const priceWords = (price: Cents | null) => (price === null ? 'none' : formatCad(price));

function Examples({ examples }: { examples: RulesPreview['examples'] }) {
  if (examples.length === 0) return <p className="text-small">No price changes.</p>;
  return (
    <section aria-labelledby="examples">
      <h3 id="examples" className="mb-2 text-small font-semibold">
        Prices that change most
      </h3>
      <ul className="text-small">
        {examples.map(({ single, before, after }) => (
          <li
            key={single.id}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2"
          >
            <span className="min-w-0 break-words">
              {single.name}, {single.condition}
              <span className="block text-text-2">
                {single.cardNumber}, paid {formatCad(single.paid)}, market value{' '}
                {formatCad(single.marketValue)}
              </span>
            </span>
            <span className="ml-auto tabular-nums">
              {priceWords(before)} to {priceWords(after)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
