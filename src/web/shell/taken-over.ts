// Tests whether a part of the page is hydrated. It sends a test event, which React passes on only from hydrated parts.
// The handler of the body then cancels the event. The event's type is one that browsers do not send by themselves.

export const QUESTION = 'dragexit';

export function isTakenOver(element: Element): boolean {
  return !element.dispatchEvent(new Event(QUESTION, { bubbles: true, cancelable: true }));
}

/** The body's handler: it cancels the test event. */
export function answer(event: { preventDefault: () => void }): void {
  event.preventDefault();
}
