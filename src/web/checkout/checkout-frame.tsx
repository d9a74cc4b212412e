import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState, Loading, Skeleton } from '../ui/states.tsx';

/**
 * The layout of the checkout page. All states of the page share it, so that the heading can have the focus before the
 * cart has loaded.
 */
export function CheckoutFrame({ children }: { children: ReactNode }) {
  return (
    <div className="page pt-5 pb-20 sm:pt-9">
      <h1 tabIndex={-1} className="mb-4 text-h2 sm:mb-7 sm:text-h1">
        Checkout
      </h1>
      {children}
    </div>
  );
}

export function CheckoutLoading({ text }: { text: string }) {
  return (
    <Loading text={text}>
      <div className="mt-6 grid gap-8 lg:grid-cols-[1fr_400px]">
        <Skeleton className="h-64 max-lg:order-2" />
        <Skeleton className="h-80 max-lg:h-16" />
      </div>
    </Loading>
  );
}

export function EmptyCart() {
  return (
    <EmptyState
      title="Your cart is empty"
      text="Add some packs to your cart to continue shopping"
      action={
        <Link to="/" className={buttonClass()}>
          Continue Shopping
        </Link>
      }
    />
  );
}
