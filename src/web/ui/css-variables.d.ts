import 'react';

declare module 'react' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- An interface is what can be added to.
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
