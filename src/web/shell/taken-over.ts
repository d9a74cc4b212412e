// Whether a part of the page is hydrated. React does not call handlers for events on parts that are not hydrated. So
// the part is tested with an event that React passes on and that no browser sends by itself; the document's body
// responds by cancelling it.

export const QUESTION = 'dragexit';

export function isTakenOver(element: Element): boolean {
  return !element.dispatchEvent(new Event(QUESTION, { bubbles: true, cancelable: true }));
}

/** The body's handler, which cancels the event. */
export function answer(event: { preventDefault: () => void }): void {
  event.preventDefault();
}
