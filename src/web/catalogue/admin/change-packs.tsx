// Changes many pack types at once. The table shows each price before and after, and prices can be typed in it.
import { changePackTypes, type AdminPackType } from '#contract/catalogue-admin.ts';
import { decimalText, parseCad } from '#domain/decimals.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import { priceMarginOf, priceBy, type PriceRule } from '#domain/price-rule.ts';
import { useState, type FormEvent } from 'react';
import { asApiError } from '../../api/api-error.ts';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { countOf } from '../../ui/count-of.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { changedWords, changesOf, isPriceTyped, type Rules } from './pack-changes.ts';
import { comingPrice, HeldPrice } from './held-price.tsx';

type ChangePacksProps = {
  types: AdminPackType[];
  onDone: () => void;
  onClose: () => void;
};

export function ChangePacks({ types, onDone, onClose }: ChangePacksProps) {
  const [rules, setRules] = useState<Rules>(START);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [question, setQuestion] = useState<string | null>(null);
  const change = useDo(changePackTypes, { untilFresh: true });
  const { changes, problem } = changesOf(types, rules, typed);
  const send = (isConfirmed: boolean) =>
    change.mutate(
      { types: changes, ...(isConfirmed && { confirmBelowExpectedValue: true }) },
      {
        onSuccess: ({ changed }) => {
          showToast({ kind: 'success', title: changedWords(types, changes, changed) });
          onDone();
        },
        onError: (error) => {
          const isQuestion = asApiError(error).code === 'BELOW_EXPECTED_VALUE';
          setQuestion(isQuestion ? messageOf(error) : null);
        },
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === null && changes.length > 0) send(false);
  };
  const set = (part: Partial<Rules>) => setRules({ ...rules, ...part });
  const priceOf = (type: AdminPackType) =>
    typed.get(type.id) ?? ruledPrice(rules, comingPrice(type));
  return (
    <Dialog isOpen side="right" width={860} title={titleOf(types)} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-6">
        <RuleFields rules={rules} set={set} />
        <ul aria-label="Prices" className="border-t border-line">
          {types.map((type) => (
            <PriceRow
              key={type.id}
              type={type}
              price={priceOf(type)}
              onType={(text) => setTyped(new Map(typed).set(type.id, text))}
            />
          ))}
        </ul>
        {types.some(({ cost }) => cost !== null) && (
          <p className="text-small text-text-2">
            The margin is the price less what the packs in stock cost on average. It leaves out
            discounts, fees, and what you pay for cards that come back.
          </p>
        )}
        {problem !== null && <p className="text-small text-text-2">{problem}</p>}
        {change.error && question === null && <Banner>{messageOf(change.error)}</Banner>}
        <div className="sticky bottom-0 -mx-6 -mb-6 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-6 py-4">
          <Button
            type="submit"
            busy={change.isPending}
            disabled={problem !== null || changes.length === 0}
          >
            Change {countOf(changes.length, 'pack type')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <p className="text-small text-text-2">One entry of the audit log. You can undo it.</p>
        </div>
      </form>
      {question !== null && (
        <Confirm
          title="Sell for less than half?"
          text={question}
          cancel="Change the prices"
          confirm="Sell at these prices"
          busy={change.isPending}
          onConfirm={() => send(true)}
          onCancel={() => setQuestion(null)}
        />
      )}
    </Dialog>
  );
}

const titleOf = (types: AdminPackType[]) => `Change ${countOf(types.length, 'pack type')}`;

const START: Rules = {
  price: 'leave',
  amount: '',
  sale: 'leave',
  limit: 'leave',
  most: '',
  addTags: '',
  removeTags: '',
};

/** The text of a price field after the rule. Until the rule's amount is typed, the price stays as it is. */
function ruledPrice({ price: rule, amount }: Rules, price: Cents): string {
  const ruled = priceBy(rule, isPriceTyped(amount) ? Number(amount) : Number.NaN, price);
  return decimalText(ruled ?? price);
}

const PRICE_OPTIONS: { value: PriceRule; label: string }[] = [
  { value: 'leave', label: 'As typed below' },
  { value: 'set', label: 'Set to (CAD)' },
  { value: 'add', label: 'Add (CAD)' },
  { value: 'percent', label: 'Change by (%)' },
];

function RuleFields({ rules, set }: { rules: Rules; set: (part: Partial<Rules>) => void }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Prices"
        options={PRICE_OPTIONS}
        value={rules.price}
        onChange={({ target }) => set({ price: target.value as PriceRule })}
      />
      {rules.price === 'leave' ? (
        <span className="max-sm:hidden" />
      ) : (
        <Field
          label={PRICE_OPTIONS.find(({ value }) => value === rules.price)!.label}
          inputMode="decimal"
          hint={rules.price === 'set' ? undefined : 'Less than zero reduces them'}
          value={rules.amount}
          onChange={({ target }) => set({ amount: target.value })}
        />
      )}
      <Select
        label="On sale"
        options={[
          { value: 'leave', label: 'Leave as it is' },
          { value: 'on', label: 'Put on sale' },
          { value: 'off', label: 'Take off sale' },
        ]}
        value={rules.sale}
        onChange={({ target }) => set({ sale: target.value as Rules['sale'] })}
      />
      <span className="max-sm:hidden" />
      <Select
        label="Limit per person"
        options={[
          { value: 'leave', label: 'Leave as it is' },
          { value: 'none', label: 'No limit' },
          { value: 'most', label: 'At most' },
        ]}
        value={rules.limit}
        onChange={({ target }) => set({ limit: target.value as Rules['limit'] })}
      />
      {rules.limit === 'most' ? (
        <Field
          label="Packs per person"
          inputMode="numeric"
          value={rules.most}
          onChange={({ target }) => set({ most: target.value })}
        />
      ) : (
        <span className="max-sm:hidden" />
      )}
      <Field
        label="Add tags"
        hint="Separated by commas"
        value={rules.addTags}
        onChange={({ target }) => set({ addTags: target.value })}
      />
      <Field
        label="Remove tags"
        hint="Separated by commas"
        value={rules.removeTags}
        onChange={({ target }) => set({ removeTags: target.value })}
      />
    </div>
  );
}

function PriceRow({
  type,
  price,
  onType,
}: {
  type: AdminPackType;
  price: string;
  onType: (text: string) => void;
}) {
  const after = parseCad(price);
  const before = comingPrice(type);
  return (
    <li className="grid gap-x-4 gap-y-1 border-b border-line py-3 text-small sm:grid-cols-[minmax(0,1fr)_120px_130px]">
      <div className="min-w-0">
        <p className="font-semibold break-words">{type.name}</p>
        <p className="text-text-2">
          <HeldPrice type={type} />
        </p>
      </div>
      <p className="text-text-2 sm:pt-2.5 sm:text-right">
        {formatCad(before)}
        {type.cost !== null && <Margin price={before} cost={type.cost} />}
      </p>
      <div>
        <Field
          label={<span className="sr-only">Price of {type.name}</span>}
          inputMode="decimal"
          value={price}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => onType(target.value)}
          error={after === null || after === 0 ? 'An amount such as 12.50' : undefined}
        />
        {type.cost !== null && after !== null && after > 0 && (
          <Margin price={after} cost={type.cost} />
        )}
      </div>
    </li>
  );
}

function Margin({ price, cost }: { price: Cents; cost: Cents }) {
  const { amount, percent } = priceMarginOf(price, cost);
  return (
    <span className={`block ${amount < 0 ? 'text-danger' : 'text-text-2'}`}>
      Margin {formatCad(amount)} ({percent}%)
    </span>
  );
}
