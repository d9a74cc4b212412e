import { useRouter } from '@tanstack/react-router';

/**
 * An inline script that only the server renders. The browser keeps the script that is in the page already. So the
 * caller passes the code only on the server: `import.meta.env.SSR ? code : ''`.
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
