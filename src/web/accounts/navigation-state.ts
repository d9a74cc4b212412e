declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface HistoryState {
    /** After signing in, the user returns to the previous page, which keeps its own state. */
    comesBack?: boolean;
  }
}
