declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface HistoryState {
    /** This checkout was paid and its packs are open. After a reload, it does not offer the purchase again. */
    isOpened?: true;
  }
}

export {};
