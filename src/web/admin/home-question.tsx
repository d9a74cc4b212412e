// Asks an admin whether an account belongs to a flatmate of a self-excluded person, or to that person.
import { letUserThrough, showUser } from '#contract/admin-users.ts';
import type { HomeQuestion } from '#contract/shipping-holds.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { WhenMay } from '../admin-kit/when-may.tsx';
import { useMay } from '../admin-kit/use-may.ts';
import { ReasonForm } from '../admin-kit/reason-form.tsx';
import { useDo } from '../api/do.ts';
import { MatterRow } from '../card-payments/admin/money-questions.tsx';
import { Button } from '../ui/button.tsx';

export function HomeQuestionMatter({ question: { user, since } }: { question: HomeQuestion }) {
  const mayLetThrough = useMay(letUserThrough);
  const [isOpen, setOpen] = useState(false);
  const letThrough = useDo(letUserThrough);
  return (
    <MatterRow
      title="Is this somebody else?"
      text="This account has the last name and the address of a person who excluded themselves. Nothing is sold to it until you know that they are two people; what it owns is not held."
      at={since}
      user={user}
      orderId={null}
    >
      <div className="flex flex-wrap items-center gap-3">
        <WhenMay call={showUser}>
          <Link to="/admin/users" search={{ id: user.id }} className="link hit-44">
            View the account
          </Link>
        </WhenMay>
        {mayLetThrough && !isOpen && (
          <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
            Let through
          </Button>
        )}
      </div>
      {isOpen && (
        <ReasonForm
          label="Let through"
          text="Say how you know that they are somebody else. It is kept in the audit log."
          failed="They are not let through"
          busy={letThrough.isPending}
          error={letThrough.error}
          onSubmit={(reason) => letThrough.mutate({ id: user.id, reason })}
          onCancel={() => setOpen(false)}
        />
      )}
    </MatterRow>
  );
}
