declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- Only an interface can be extended in another file.
  interface HistoryState {
    /** Whether this checkout is paid and its packs are open. If so, a reload must not offer the purchase again. */
    isOpened?: true;
  }
}

export {};
