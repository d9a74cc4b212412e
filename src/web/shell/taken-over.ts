// Tests whether a part of the page is hydrated. It dispatches a test event, which React handles only in hydrated parts;
// in these, the handler of the body cancels the event. Browsers never dispatch this type of event by themselves.

export const QUESTION = 'dragexit';

export function isTakenOver(element: Element): boolean {
  return !element.dispatchEvent(new Event(QUESTION, { bubbles: true, cancelable: true }));
}

/** Cancels the test event. The body has this handler. */
export function confirmHydration(event: { preventDefault: () => void }): void {
  event.preventDefault();
}
