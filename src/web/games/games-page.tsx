// The page with the games of the shop's cards.
import { deleteGame, listGames, type OperatorsGame } from '#contract/games.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { AdminFrame } from '../admin-kit/admin-frame.tsx';
import { Ask } from '../admin-kit/ask.tsx';
import { useAsk } from '../api/ask.ts';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { CardImage } from '../ui/art.tsx';
import { Button } from '../ui/button.tsx';
import { countOf } from '../ui/count-of.ts';
import { GameDrawer } from './game-drawer.tsx';
import { sampleUrl } from './sample-url.ts';

export const screen = createLazyRoute('/admin/games')({ component: GamesPage });

function GamesPage() {
  const games = useAsk(listGames, {});
  const [edited, setEdited] = useState<OperatorsGame | 'new' | null>(null);
  const [deleted, setDeleted] = useState<OperatorsGame | null>(null);
  return (
    <AdminFrame title="Games">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[64ch] text-small text-text-2">
          A game gives the drawings of its cards and packs their look, and says which of the shop’s
          rarities its own words mean.
        </p>
        <Button size="small" className="hit-44" onClick={() => setEdited('new')}>
          New game
        </Button>
      </div>
      <WhenLoaded list={games} what="games">
        {(found) => (
          <ul aria-label="Games" className="border-t border-line">
            {found.games.map((game) => (
              <GameRow
                key={game.id}
                game={game}
                onEdit={() => setEdited(game)}
                onDelete={() => setDeleted(game)}
              />
            ))}
          </ul>
        )}
      </WhenLoaded>
      {edited !== null && (
        <GameDrawer game={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {deleted !== null && (
        <Ask
          endpoint={deleteGame}
          sent={() => ({ id: deleted.id })}
          title={`Delete ${deleted.name}?`}
          text="It leaves the filters of all pages. Nothing in the catalogue is of this game."
          confirm="Delete game"
          done={`${deleted.name} deleted`}
          onClose={() => setDeleted(null)}
        />
      )}
    </AdminFrame>
  );
}

function GameRow({
  game,
  onEdit,
  onDelete,
}: {
  game: OperatorsGame;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { id, name, sets, rarities } = game;
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 border-b border-line py-4">
      <CardImage eager src={sampleUrl(game, 'rare')} alt="" className="w-14" />
      <div className="grid min-w-0 flex-1 gap-0.5 text-small">
        <h2 className="text-body font-semibold break-words">{name}</h2>
        <p className="text-text-2">
          <span className="break-all">{id}</span> · {countOf(sets, 'set')} ·{' '}
          {countOf(rarities.length, 'rarity word')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="secondary" className="hit-44" onClick={onEdit}>
          Change<span className="sr-only"> {name}</span>
        </Button>
        {sets === 0 && (
          <Button size="small" variant="ghost" className="hit-44" onClick={onDelete}>
            Delete<span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
