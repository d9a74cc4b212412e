// Lists the drops. A drop is a set of packs whose contents were locked and publicly announced before the first sale.
import { listAdminDrops, type AdminDrop } from '#contract/drops-admin.ts';
import { listTypesOfStock } from '#contract/stock-admin.ts';
import { DROP_STATE_WORDS, DROP_STATES } from '#domain/drop.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { POLL_MS, PAGE_LIMIT } from '../../admin-kit/listing.ts';
import { useAsk } from '../../api/ask.ts';
import { ChoiceField, FilterForm } from '../../lists/list-fields.tsx';
import { ListPage } from '../../lists/list-page.tsx';
import { useListPage } from '../../lists/use-list-page.ts';
import { buttonClass } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { muted } from '../../ui/muted.tsx';
import { dropName, DropStateBadge } from './drop-words.tsx';

export const screen = createLazyRoute('/admin/drops')({ component: DropsPage });

const STATES = DROP_STATES.map((state) => ({
  value: state,
  label: DROP_STATE_WORDS[state].label,
}));

function DropsPage() {
  const search = screen.useSearch();
  const drops = useAsk(
    listAdminDrops,
    {
      page: search.page ?? 1,
      limit: PAGE_LIMIT,
      packTypeId: search.packType,
      state: search.state,
    },
    { keepsPrevious: true, refetchInterval: POLL_MS },
  );
  const types = useAsk(listTypesOfStock, {});
  const list = useListPage('/admin/drops', search);
  return (
    <AdminFrame title="Drops">
      <FilterForm
        label="Find drops"
        className="justify-between pb-5 sm:grid-cols-[320px_180px_auto]"
      >
        <ChoiceField
          label="Pack type"
          any="All pack types"
          options={(types.data?.packTypes ?? []).map((type) => ({
            value: type.id,
            label: type.name,
          }))}
          {...list.field('packType')}
        />
        <ChoiceField label="State" any="Any state" options={STATES} {...list.field('state')} />
        <Link
          to="/admin/drops/new"
          search={search.packType === undefined ? {} : { packType: search.packType }}
          className={`${buttonClass()} justify-self-start`}
        >
          New drop
        </Link>
      </FilterForm>
      <ListPage
        list={list}
        query={drops}
        rows={drops.data?.drops}
        label="Drops"
        one="drop"
        none={{
          text: 'A drop locks what its packs hold before the first one is sold, and buyers can check that. Packs outside a drop are loose: buyers can’t check them.',
        }}
        columns={COLUMNS}
        keyOf={(drop) => drop.id}
      />
    </AdminFrame>
  );
}

const COLUMNS: Column<AdminDrop>[] = [
  {
    name: 'drop',
    head: 'Drop',
    cell: (drop) => (
      <Link
        to="/admin/drops/$dropId"
        params={{ dropId: drop.id }}
        className="link hit-44 font-semibold"
      >
        {dropName(drop)}
        <span className="sr-only"> of {drop.packTypeName}</span>
      </Link>
    ),
  },
  { name: 'type', head: 'Pack type', cell: (drop) => drop.packTypeName },
  {
    name: 'left',
    head: 'Left',
    align: 'right',
    cell: ({ left, packs }) =>
      `${left.toLocaleString('en-CA')} of ${packs.toLocaleString('en-CA')}`,
  },
  {
    name: 'opens',
    head: 'Opens',
    cell: (drop) => muted(formatMoment(drop.opensAt), 'whitespace-nowrap'),
  },
  {
    name: 'closes',
    head: 'Closes by',
    cell: (drop) => muted(formatMoment(drop.closesBy), 'whitespace-nowrap'),
  },
  {
    name: 'state',
    head: 'State',
    align: 'right',
    cell: (drop) => <DropStateBadge drop={drop} />,
  },
];
