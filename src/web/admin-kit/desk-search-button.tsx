// Opens the operators' search: by a button, by "/" outside of fields, and by Ctrl K or Cmd K anywhere.
import { rightsOf } from '#domain/access.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useVisitor } from '../accounts/visitor.ts';
import { Button } from '../ui/button.tsx';
import type { DeskPage } from './desk-matches.ts';
import { useKeysOn } from './single-keys.tsx';

const DeskSearch = lazy(async () => ({ default: (await import('./desk-search.tsx')).DeskSearch }));

const WRITING = 'input, textarea, select, [contenteditable]';

function opensSearch(
  { key, ctrlKey, metaKey, altKey, target, isComposing }: KeyboardEvent,
  areKeysOn: boolean,
): boolean {
  if (altKey || isComposing) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k';
  const isWriting = target instanceof Element && target.closest(WRITING) !== null;
  return key === '/' && areKeysOn && !isWriting;
}

export function DeskSearchButton({ pages }: { pages: readonly DeskPage[] }) {
  const me = useVisitor();
  const [isOpen, setOpen] = useState(false);
  const areKeysOn = useKeysOn();
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!opensSearch(event, areKeysOn)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, [areKeysOn]);
  if (!me) return null;
  return (
    <>
      <Button
        variant="secondary"
        aria-keyshortcuts={areKeysOn ? '/ Control+K' : 'Control+K'}
        onClick={() => setOpen(true)}
        className="print:hidden"
      >
        Search
        {areKeysOn && (
          <kbd
            aria-hidden="true"
            className="font-sans font-normal text-text-3 pointer-coarse:hidden"
          >
            /
          </kbd>
        )}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DeskSearch rights={rightsOf(me)} pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
