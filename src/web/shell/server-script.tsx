import { useRouter } from '@tanstack/react-router';

/**
 * An inline script of the page. The server writes it, and the browser leaves the existing one alone. So pass the code
 * only on the server: `import.meta.env.SSR ? code : ''`.
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
