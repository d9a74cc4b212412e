// The page of one drop. A draft is shown as buyers will see it. Any other drop is shown in its present state.
import { showAdminDrop, type AdminDrop } from '#contract/drops-admin.ts';
import { createLazyRoute } from '@tanstack/react-router';
import { AdminFrame } from '../../admin-kit/admin-frame.tsx';
import { useAsk } from '../../api/ask.ts';
import { WhenLoaded } from '../../lists/when-loaded.tsx';
import { DropDetails } from './drop-details.tsx';
import { DropDraft } from './drop-draft.tsx';
import { BackToDrops, StepsTo } from './drop-steps.tsx';
import { dropName } from './drop-words.tsx';

export const screen = createLazyRoute('/admin/drops/$dropId')({ component: DropPage });

/** The interval at which the page polls the drop, which may get its number or open while the operator watches. */
const LOOK_MS = 2_000;

function DropPage() {
  const { dropId } = screen.useParams();
  const asked = useAsk(showAdminDrop, { id: dropId }, { refetchInterval: LOOK_MS });
  const drop = asked.data?.drop;
  // All states have the same layout, so that the heading can have the focus before the drop is loaded.
  return (
    <AdminFrame title={titleOf(drop)}>
      <BackToDrops />
      <WhenLoaded list={asked} what="drop">
        {(shown) =>
          shown.drop.state === 'draft' ? (
            <div className="max-w-[860px]">
              <StepsTo at={2} />
              <DropDraft shown={shown} />
            </div>
          ) : (
            <DropDetails shown={shown} />
          )
        }
      </WhenLoaded>
    </AdminFrame>
  );
}

function titleOf(drop: AdminDrop | undefined): string {
  if (drop === undefined) return 'Drop';
  const of = drop.packTypeName;
  return drop.state === 'draft' ? `Draft of ${of}` : `${dropName(drop)} of ${of}`;
}
