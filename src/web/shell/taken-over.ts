// Whether a part of the page hears its events yet. React lets its handlers hear of nothing that happens on a
// part it has not taken over, so the part is asked: by an event that React passes on and that no browser sends
// by itself, which the document's body answers by canceling it.

export const QUESTION = 'dragexit';

export function isTakenOver(element: Element): boolean {
  return !element.dispatchEvent(new Event(QUESTION, { bubbles: true, cancelable: true }));
}

/** The body's answer. */
export function answer(event: { preventDefault: () => void }): void {
  event.preventDefault();
}
