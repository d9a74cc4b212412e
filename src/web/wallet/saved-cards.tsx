// Lists the user's saved cards. The user can choose the default card, give cards nicknames, and remove cards.
import {
  changePaymentMethod,
  forgetPaymentMethod,
  listPaymentMethods,
  savePaymentMethod,
  type PaymentMethod,
} from '#contract/wallet.ts';
import { lazy, Suspense, useRef, useState, type FormEvent } from 'react';
import { useConfig } from '../accounts/config.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Field } from '../ui/field.tsx';
import { FoldingPanel } from '../ui/folding-panel.tsx';
import { Banner } from '../ui/states.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { nameOfCard } from '../card-payments/card-name.ts';

const NewCardForm = lazy(() =>
  import('../card-payments/new-card-form.tsx').then((module) => ({ default: module.NewCardForm })),
);

/** Renders nothing if the shop takes no cards. */
export function SavedCards() {
  const takesCards = typeof useConfig()?.stripePublishableKey === 'string';
  const cards = useAsk(listPaymentMethods, {}, { enabled: takesCards });
  const save = useDo(savePaymentMethod);
  const [isAdding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const fallback = useFocusFallback(() => addButton.current);
  if (!takesCards || cards.data === undefined) return null;

  const add = async (paymentMethodId: string) => {
    try {
      await save.mutateAsync({ paymentMethodId });
      setAdding(false);
    } catch {
      // The banner shows why the shop refused the card.
    }
  };

  return (
    <div {...fallback}>
      <FoldingPanel
        title="Saved cards"
        aside={
          !isAdding && (
            <Button
              ref={addButton}
              variant="secondary"
              size="small"
              onClick={() => setAdding(true)}
            >
              Add a card
            </Button>
          )
        }
      >
        {cards.data.length === 0 && !isAdding && (
          <p className="text-small text-text-2">
            No cards are saved. With a saved card you can pay for packs, shipping and credits
            without typing it again.
          </p>
        )}
        <ul className="grid gap-4">
          {cards.data.map((card) => (
            <SavedCard key={card.id} card={card} />
          ))}
        </ul>
        {isAdding && (
          <div className="mt-5 border-t border-line pt-5">
            {save.isError && (
              <div className="mb-4">
                <Banner>{messageOf(save.error)}</Banner>
              </div>
            )}
            <Suspense>
              <NewCardForm onCard={add} onCancel={() => setAdding(false)} />
            </Suspense>
          </div>
        )}
      </FoldingPanel>
    </div>
  );
}

function SavedCard({ card }: { card: PaymentMethod }) {
  const change = useDo(changePaymentMethod);
  const forget = useDo(forgetPaymentMethod);
  const [isNaming, setNaming] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const line = useRef<HTMLLIElement>(null);
  const renameButton = useRef<HTMLButtonElement>(null);
  const fallback = useFocusFallback(
    () => line.current?.querySelector('input') ?? renameButton.current,
  );
  const name = nameOfCard(card);

  return (
    <li ref={line} {...fallback} className="grid gap-2 text-small">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-[560]">{name}</span>
        {card.isDefault && <Badge tone="brand">Default</Badge>}
        <span className="text-text-2">
          Expires {String(card.expiryMonth).padStart(2, '0')}/{card.expiryYear % 100}
        </span>
      </div>
      {isNaming ? (
        <NicknameForm
          nickname={card.nickname}
          isBusy={change.isPending}
          onSubmit={(nickname) =>
            change.mutate({ id: card.id, nickname }, { onSuccess: () => setNaming(false) })
          }
          onCancel={() => setNaming(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {!card.isDefault && (
            <Button
              variant="secondary"
              size="small"
              onClick={() => change.mutate({ id: card.id, isDefault: true })}
              busy={change.isPending}
            >
              Make default<span className="sr-only"> {name}</span>
            </Button>
          )}
          <Button ref={renameButton} variant="ghost" size="small" onClick={() => setNaming(true)}>
            Rename<span className="sr-only"> {name}</span>
          </Button>
          <Button variant="danger" size="small" onClick={() => setAsking(true)}>
            Remove<span className="sr-only"> {name}</span>
          </Button>
        </div>
      )}
      {change.error && <Banner>{messageOf(change.error)}</Banner>}
      {isAsking && (
        <Confirm
          title="Remove this card?"
          text={`${name} can't be paid with any more, unless you add it again.`}
          confirm="Remove"
          busy={forget.isPending}
          problem={
            forget.error && { title: 'The card was not removed', text: messageOf(forget.error) }
          }
          onConfirm={() => forget.mutate({ id: card.id }, { onSuccess: () => setAsking(false) })}
          onCancel={() => {
            setAsking(false);
            forget.reset();
          }}
        />
      )}
    </li>
  );
}

type NicknameFormProps = {
  nickname: string | null;
  isBusy: boolean;
  /** Called with null if the field is empty. */
  onSubmit: (nickname: string | null) => void;
  onCancel: () => void;
};

function NicknameForm({ nickname, isBusy, onSubmit, onCancel }: NicknameFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('nickname') as HTMLInputElement;
    onSubmit(field.value.trim() || null);
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <Field
        name="nickname"
        label="Nickname"
        defaultValue={nickname ?? ''}
        maxLength={50}
        onKeyDown={({ key }) => key === 'Escape' && onCancel()}
        className="min-w-40 flex-1"
      />
      <Button type="submit" busy={isBusy}>
        Save
      </Button>
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
