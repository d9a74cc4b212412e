// The page about other shops: which singles are listed there, the file that lists them there, and the file that reports
// their sales.
import {
  exportElsewhere,
  listElsewhere,
  listSinglesElsewhere,
  takeBackFromElsewhere,
  LISTED_AT_ONCE_MAX,
  type OtherShop,
} from '#contract/singles-elsewhere.ts';
import type { ElsewhereForm } from '#domain/elsewhere-file.ts';
import { parseCad } from '#domain/decimals.ts';
import { formatCad } from '#domain/money.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useGameOptions } from '../../accounts/games.ts';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { saveCsv } from '../../admin-kit/save-text.ts';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { WhenLoaded } from '../../lists/when-loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { countOf } from '../../ui/count-of.ts';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { showToast } from '../../ui/toast.tsx';
import { SalesFromElsewhere } from './elsewhere-sales.tsx';

export const screen = createLazyRoute('/admin/singles/elsewhere')({ component: ElsewherePage });

/** `game`: a game's id. If empty, all games. */
type Filters = { game: string; priceMin: string; priceMax: string };

const NO_FILTERS: Filters = { game: '', priceMin: '', priceMax: '' };

const queryOf = ({ game, priceMin, priceMax }: Filters) => ({
  game: game === '' ? undefined : game,
  priceMin: parseCad(priceMin) ?? undefined,
  priceMax: parseCad(priceMax) ?? undefined,
});

/** The problem with a typed price limit. An empty limit does not filter. */
const problemOf = (typed: string) =>
  typed.trim() === '' || parseCad(typed) !== null ? undefined : 'An amount such as 0.50';

function ElsewherePage() {
  const [filters, setFilters] = useState(NO_FILTERS);
  const shops = useAsk(listElsewhere, queryOf(filters), { keepsPrevious: true });
  return (
    <AdminFrame title="Other shops">
      <Link
        to="/admin/singles"
        className="-ml-2 mb-4 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-small font-semibold no-underline hover:bg-surface-2"
      >
        <Icon name="left" size={16} />
        Back to singles
      </Link>
      <WhenLoaded list={shops} what="other shops">
        {(found) => (
          <div className="grid max-w-[860px] gap-5">
            {found.shops.map((shop) => (
              <ShopPanel key={shop.shop} shop={shop} />
            ))}
            <ListMore
              found={found.found}
              filters={filters}
              onFilter={setFilters}
              shops={found.shops}
            />
            <SalesFromElsewhere shops={found.shops.map(({ shop }) => shop)} />
          </div>
        )}
      </WhenLoaded>
    </AdminFrame>
  );
}

const FORMS: { form: ElsewhereForm; label: string; name: string }[] = [
  { form: 'plain', label: 'Export CSV', name: exportElsewhere.savedAs },
  { form: 'shopify', label: 'Export for Shopify', name: 'shopify-products.csv' },
];

function ShopPanel({ shop }: { shop: OtherShop }) {
  const [isAsking, setAsking] = useState(false);
  const file = useDo(exportElsewhere);
  const back = useDo(takeBackFromElsewhere);
  const save = (form: ElsewhereForm, name: string) =>
    file.mutate(
      { shop: shop.shop, form },
      {
        onSuccess: (text) => saveCsv(text, name),
        onError: (error) =>
          showToast({ kind: 'error', title: 'Nothing was exported', text: messageOf(error) }),
      },
    );
  return (
    <Panel title={shop.shop}>
      <p className="text-small">
        {shop.listed === 0
          ? 'Nothing is listed there now.'
          : `${countOf(shop.listed, 'card')} listed there for ${formatCad(shop.asked)}. Nobody can buy them here.`}
      </p>
      {shop.lastSaleAt !== null && (
        <p className="mt-1 text-small text-text-2">
          {countOf(shop.sold, 'card')} sold for {formatCad(shop.brought)}, the last on{' '}
          {formatMoment(shop.lastSaleAt)}.
        </p>
      )}
      {shop.listed > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          {FORMS.map(({ form, label, name }) => (
            <Button
              key={form}
              variant="secondary"
              disabled={file.isPending}
              onClick={() => save(form, name)}
            >
              {label}
            </Button>
          ))}
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Take back
          </Button>
        </div>
      )}
      {isAsking && (
        <Confirm
          title={`Take all cards back from ${shop.shop}?`}
          text={`They go on sale here again. Remove them from ${shop.shop} first: otherwise somebody could buy a card there, and somebody else here.`}
          confirm="Take back"
          variant="primary"
          busy={back.isPending}
          problem={back.isError ? { text: messageOf(back.error) } : null}
          onCancel={() => setAsking(false)}
          onConfirm={() =>
            back.mutate(
              { shop: shop.shop },
              {
                onSuccess: (done) => {
                  setAsking(false);
                  showToast({
                    kind: 'success',
                    title: `${countOf(done.back, 'card')} on sale here again`,
                  });
                },
              },
            )
          }
        />
      )}
    </Panel>
  );
}

type ListMoreProps = {
  found: { singles: number; asked: OtherShop['asked'] };
  filters: Filters;
  onFilter: (filters: Filters) => void;
  shops: OtherShop[];
};

function ListMore({ found, filters, onFilter, shops }: ListMoreProps) {
  const games = useGameOptions();
  const [shop, setShop] = useState(shops[0]?.shop ?? '');
  const [isChecked, setChecked] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const list = useDo(listSinglesElsewhere);
  const isNameless = shop.trim() === '';
  const wrong = [problemOf(filters.priceMin), problemOf(filters.priceMax)];
  const isWrong = wrong.some((problem) => problem !== undefined);
  const cards = countOf(found.singles, 'card');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!isNameless && !isWrong && found.singles > 0) setAsking(true);
  };
  const send = () =>
    list.mutate(
      { shop: shop.trim(), ...queryOf(filters), singles: found.singles },
      {
        onSuccess: ({ listed }) => {
          setAsking(false);
          setDone(
            `${countOf(listed, 'card')} listed in ${shop.trim()}. Export them there, and bring the file of sales back here.`,
          );
        },
      },
    );
  return (
    <Panel title="List more">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <p className="max-w-[64ch] text-small text-text-2">
          A card that another shop lists is reserved for it: nobody can buy it here until it is sold
          there or comes back.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Other shop"
            value={shop}
            maxLength={60}
            autoComplete="off"
            hint="As you call it, such as Shopify"
            onChange={({ target }) => setShop(target.value)}
            error={isChecked && isNameless ? 'Enter the name of the other shop' : undefined}
          />
          <Select
            label="Game"
            value={filters.game}
            options={[{ value: '', label: 'All games' }, ...games]}
            onChange={({ target }) => onFilter({ ...filters, game: target.value })}
          />
          <Field
            label="Price from"
            inputMode="decimal"
            autoComplete="off"
            hint="CAD. May be empty"
            error={wrong[0]}
            value={filters.priceMin}
            onChange={({ target }) => onFilter({ ...filters, priceMin: target.value })}
          />
          <Field
            label="Price up to"
            inputMode="decimal"
            autoComplete="off"
            hint="CAD. May be empty"
            error={wrong[1]}
            value={filters.priceMax}
            onChange={({ target }) => onFilter({ ...filters, priceMax: target.value })}
          />
        </div>
        <p aria-live="polite" className="text-small">
          {found.singles === 0
            ? 'No card on sale here is like this.'
            : `${countOf(found.singles, 'card')} on sale here for ${formatCad(found.asked)}.${found.singles === LISTED_AT_ONCE_MAX ? ' That is as many as can be listed at once, the dearest first.' : ''}`}
        </p>
        <div>
          <Button type="submit" disabled={found.singles === 0 || isWrong}>
            List {cards} there
          </Button>
        </div>
        <output aria-live="polite" className="text-small">
          {done}
        </output>
      </form>
      {isAsking && (
        <Confirm
          title={`List ${cards} in ${shop.trim()}?`}
          text={`They cost ${formatCad(found.asked)} here. Nobody can buy them here until they are sold there or come back.`}
          confirm={`List ${cards}`}
          variant="primary"
          busy={list.isPending}
          problem={
            list.isError ? { title: 'Nothing was listed', text: messageOf(list.error) } : null
          }
          onCancel={() => {
            list.reset();
            setAsking(false);
          }}
          onConfirm={send}
        />
      )}
    </Panel>
  );
}
