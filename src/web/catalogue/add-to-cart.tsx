import type { PackType } from '#contract/catalogue.ts';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { putInCart, useCartLines } from '../api/cart.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';

/**
 * The button that adds packs of a type to the cart, so that the user can buy them together with other packs. If the
 * cart already has the maximum, a link to the cart replaces the button.
 */
export function AddToCart({
  pack,
  quantity,
  most,
}: {
  pack: PackType;
  quantity: number;
  /** The maximum number of packs of this type in the cart. */
  most: number;
}) {
  const inCart = useCartLines().find(({ packId }) => packId === pack.id)?.quantity ?? 0;
  const toCart = useRef<HTMLAnchorElement>(null);
  const fallback = useFocusFallback(() => toCart.current);
  if (inCart >= most) {
    return (
      <Link
        ref={toCart}
        to="/checkout"
        search={{ cart: true }}
        className={buttonClass({ variant: 'secondary', size: 'large', wide: true })}
      >
        In your cart
      </Link>
    );
  }
  const add = () => {
    const next = Math.min(most, inCart + quantity);
    putInCart(pack.id, next);
    const text = `${pack.name}${next > 1 ? ` × ${next}` : ''}`;
    showToast({ kind: 'success', title: 'In your cart', text });
  };
  return (
    <Button variant="secondary" size="large" wide onClick={add} {...fallback}>
      Add to cart
    </Button>
  );
}
