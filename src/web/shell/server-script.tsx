import { useRouter } from '@tanstack/react-router';

/**
 * A script of the page itself. The server writes it and the browser keeps what it finds, so give the code only there:
 * `import.meta.env.SSR ? code : ''`.
 */
export function ServerScript({ code }: { code: string }) {
  const router = useRouter();
  return (
    <script
      nonce={router.options.ssr?.nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: code }}
    />
  );
}
