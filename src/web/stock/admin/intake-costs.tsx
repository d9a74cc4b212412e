// What the packs of a type cost, by intake, and the form that records or corrects it.
import { listTypesOfStock } from '#contract/stock-admin.ts';
import { listIntakeCosts, recordCosts, type IntakeCosts } from '#contract/stock-costs-admin.ts';
import { decimalText } from '#domain/decimals.ts';
import { meanOf } from '#domain/margin.ts';
import { formatCad } from '#domain/money.ts';
import { useState, type FormEvent } from 'react';
import { useAsk } from '../../api/ask.ts';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { WhenLoaded } from '../../lists/when-loaded.tsx';
import { Button } from '../../ui/button.tsx';
import { countOf } from '../../ui/count-of.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { BillFields, billOf, NO_BILL } from './bill-fields.tsx';

/** `first`: the id of the pack type that is chosen at first, or an empty text. */
export function IntakeCostsForm({ first }: { first: string }) {
  const types = useAsk(listTypesOfStock, {});
  const [chosen, setChosen] = useState(first);
  return (
    <WhenLoaded list={types} what="pack types">
      {({ packTypes: known }) => (
        <Panel title="What packs cost">
          <Select
            label="Pack type"
            value={chosen}
            onChange={({ target }) => setChosen(target.value)}
            className="mb-5 max-w-[400px]"
            options={[
              { value: '', label: 'Choose a pack type' },
              ...known.map((one) => ({ value: one.id, label: one.name })),
            ]}
          />
          {chosen !== '' && <Intakes key={chosen} packTypeId={chosen} />}
        </Panel>
      )}
    </WhenLoaded>
  );
}

const keyOf = ({ receivedOn, invoice, cost }: IntakeCosts) =>
  `${receivedOn} ${cost === null} ${invoice}`;

function Intakes({ packTypeId }: { packTypeId: string }) {
  const costs = useAsk(listIntakeCosts, { packTypeId });
  const [open, setOpen] = useState<IntakeCosts | null>(null);
  return (
    <WhenLoaded list={costs} what="intakes">
      {({ intakes }) => (
        <>
          {intakes.length === 0 && (
            <p className="text-small text-text-2">No pack of this type came in yet.</p>
          )}
          <ul aria-label="Intakes" className="grid gap-3">
            {intakes.map((intake) => (
              <li
                key={keyOf(intake)}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line pb-3 text-small last:border-0 last:pb-0"
              >
                <Summary intake={intake} />
                <Button variant="secondary" onClick={() => setOpen(intake)}>
                  {intake.cost === null ? 'Record the cost' : 'Correct the cost'}
                  <span className="sr-only"> of the intake of {intake.receivedOn}</span>
                </Button>
              </li>
            ))}
          </ul>
          {open !== null && (
            <CostDialog packTypeId={packTypeId} intake={open} onClose={() => setOpen(null)} />
          )}
        </>
      )}
    </WhenLoaded>
  );
}

function Summary({
  intake: { receivedOn, packs, cost, tax, invoice, suppliers },
}: {
  intake: IntakeCosts;
}) {
  const from = [...suppliers, ...(invoice === null ? [] : [`invoice ${invoice}`])];
  return (
    <p className="min-w-0">
      <span className="font-[560]">
        {receivedOn}: {countOf(packs, 'pack')}
      </span>
      <span className="block">
        {cost === null
          ? 'Cost unknown'
          : `${formatCad(cost)}${tax === null || tax === 0 ? '' : ` and ${formatCad(tax)} taxes`}, ${formatCad(meanOf(cost, packs))} a pack`}
      </span>
      {from.length > 0 && <span className="block break-words text-text-2">{from.join(', ')}</span>}
    </p>
  );
}

type CostDialogProps = { packTypeId: string; intake: IntakeCosts; onClose: () => void };

function CostDialog({ packTypeId, intake, onClose }: CostDialogProps) {
  const { receivedOn, invoice, packs, cost, tax, suppliers } = intake;
  const [typed, setTyped] = useState(() => ({
    ...NO_BILL,
    amount: cost === null ? '' : decimalText(cost),
    tax: tax === null ? '' : decimalText(tax),
    invoice: invoice ?? '',
    supplier: suppliers.length === 1 ? suppliers[0]! : '',
  }));
  const [isChecked, setChecked] = useState(false);
  const record = useDo(recordCosts, {
    onSuccess: (done) => {
      showToast({
        kind: 'success',
        title: `${countOf(done.packs, 'pack')} cost ${formatCad(done.cost)}`,
      });
      onClose();
    },
  });
  const found = billOf(typed);
  const problems = 'problems' in found ? found.problems : {};
  const isEmpty = 'bill' in found && (found.bill?.cost ?? null) === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if ('problems' in found || found.bill === null || found.bill.cost === null) return;
    const { per, supplier } = found.bill;
    record.mutate({
      packTypeId,
      receivedOn,
      listedInvoice: invoice,
      isKnown: cost !== null,
      packs,
      per,
      ...found.bill.cost,
      ...(supplier !== null && { supplier }),
    });
  };
  return (
    <Dialog
      isOpen
      title={`${countOf(packs, 'pack')} of ${receivedOn}`}
      width={640}
      canClose={!record.isPending}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        <BillFields
          typed={typed}
          onType={setTyped}
          problems={
            isChecked
              ? { ...problems, ...(isEmpty && { amount: 'Enter an amount such as 125.40' }) }
              : {}
          }
        />
        <p className="text-small text-text-2">
          The margins of packs that were sold already follow within minutes. The audit log keeps
          what was recorded before.
        </p>
        {record.isError && (
          <Banner title="The cost was not recorded">{messageOf(record.error)}</Banner>
        )}
        <div>
          <Button type="submit" busy={record.isPending}>
            Record
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
