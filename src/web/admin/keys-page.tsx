// The page with the API keys of the shop: what each may do, until when, and when it was last used.
import { listApiKeys, revokeApiKey, type ApiKey } from '#contract/admin-keys.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { AdminFrame } from '../admin-kit/admin-frame.tsx';
import { Ask } from '../admin-kit/ask.tsx';
import { PAGE_LIMIT } from '../admin-kit/listing.ts';
import { useAsk } from '../api/ask.ts';
import { ListPage } from '../lists/list-page.tsx';
import { useListPage } from '../lists/use-list-page.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import type { Column } from '../ui/data-table.tsx';
import { formatDay, formatMoment } from '../ui/moments.ts';
import { accessWords } from './key-rights.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

export const screen = createLazyRoute('/admin/keys')({ component: KeysPage });

function KeysPage() {
  const search = screen.useSearch();
  const { page = 1 } = search;
  const keys = useAsk(listApiKeys, { page, limit: PAGE_LIMIT }, { keepsPrevious: true });
  const list = useListPage('/admin/keys', search);
  const [isNew, setNew] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const columns = columnsOf(setRevoked);
  return (
    <AdminFrame title="API keys">
      <div className="flex flex-wrap items-center justify-between gap-4 pb-5">
        <p className="max-w-prose text-small text-text-2">
          A key belongs to the shop: a program that sends it acts as staff, within the key’s rights.{' '}
          <a href="/api/docs" className="link hit-44">
            All calls
          </a>
        </p>
        <Button onClick={() => setNew(true)}>New key</Button>
      </div>
      <ListPage
        list={list}
        query={keys}
        rows={keys.data?.keys}
        label="API keys"
        one="API key"
        what="API keys"
        none={{ text: 'With a key, a program reads orders or keeps stock up to date.' }}
        columns={columns}
        keyOf={({ id }) => id}
        card={(key) => <KeyTile apiKey={key} onRevoke={setRevoked} />}
      />
      {isNew && <NewKeyDialog onClose={() => setNew(false)} />}
      {revoked !== null && (
        <Ask
          endpoint={revokeApiKey}
          sent={() => ({ id: revoked.id })}
          title={`Revoke ${revoked.name}?`}
          text="Programs that use it are refused at once, for good. What they did stays."
          confirm="Revoke key"
          done="Key revoked"
          onClose={() => setRevoked(null)}
        />
      )}
    </AdminFrame>
  );
}

type OnRevoke = (key: ApiKey) => void;

const columnsOf = (onRevoke: OnRevoke): Column<ApiKey>[] => [
  { name: 'name', head: 'Key', cell: (key) => <Name apiKey={key} /> },
  { name: 'rights', head: 'May', cell: ({ rights }) => accessWords(rights) },
  { name: 'networks', head: 'From', cell: networksText },
  { name: 'used', head: 'Last use', cell: useText },
  { name: 'end', head: 'Ends', cell: ({ endsAt }) => formatDay(endsAt) },
  { name: 'state', head: 'State', cell: (key) => <StateBadge apiKey={key} /> },
  {
    name: 'acts',
    head: <span className="sr-only">Actions</span>,
    align: 'right',
    cell: (key) => <RevokeButton apiKey={key} onRevoke={onRevoke} />,
  },
];

function Name({ apiKey: { name, beginning } }: { apiKey: ApiKey }) {
  return (
    <span className="grid py-2">
      <span className="font-semibold break-words">{name}</span>
      <span className="font-mono text-text-2">{beginning}…</span>
    </span>
  );
}

function networksText({ networks }: ApiKey): string {
  return networks.length === 0 ? 'Everywhere' : networks.join(', ');
}

function useText({ lastUsedAt, lastUsedFrom }: ApiKey): string {
  return lastUsedAt === null ? 'Never' : `${formatMoment(lastUsedAt)}, ${lastUsedFrom}`;
}

function StateBadge({ apiKey: { state } }: { apiKey: ApiKey }) {
  if (state === 'active') return <Badge tone="brand">Active</Badge>;
  return <Badge>{state === 'ended' ? 'Ended' : 'Revoked'}</Badge>;
}

/** A key that has ended can be revoked, too: that frees its name. */
function RevokeButton({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: OnRevoke }) {
  if (apiKey.state === 'revoked') return null;
  return (
    <Button
      size="small"
      variant="secondary"
      className="hit-44"
      aria-label={`Revoke ${apiKey.name}`}
      onClick={() => onRevoke(apiKey)}
    >
      Revoke
    </Button>
  );
}

function KeyTile({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: OnRevoke }) {
  return (
    <div className="grid gap-2 text-small">
      <div className="flex items-start justify-between gap-4">
        <Name apiKey={apiKey} />
        <StateBadge apiKey={apiKey} />
      </div>
      <p>{accessWords(apiKey.rights)}</p>
      <p className="text-text-2">From: {networksText(apiKey)}</p>
      <p className="text-text-2">Last use: {useText(apiKey)}</p>
      <p className="text-text-2">Ends: {formatDay(apiKey.endsAt)}</p>
      <span>
        <RevokeButton apiKey={apiKey} onRevoke={onRevoke} />
      </span>
    </div>
  );
}
