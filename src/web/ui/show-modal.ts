/** Opens a modal dialog. The page behind stays in place while the dialog is open (styles.css). */
export function showModal(dialog: HTMLDialogElement): void {
  const root = document.documentElement;
  // The attribute is not set for overlay scrollbars, because they take no room.
  root.toggleAttribute('data-scrollbar', window.innerWidth > root.offsetWidth);
  dialog.showModal();
}
