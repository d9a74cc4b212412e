// Renders one page view on the server. `server/http/pages.ts` loads this bundle by its path and passes in a function
// that calls endpoints inside the process.
import type { Endpoint } from '#contract/endpoint.ts';
import { REJECTION_STATUS } from '#contract/rejections.ts';
import {
  createRequestHandler,
  renderRouterToString,
  RouterServer,
} from '@tanstack/react-router/ssr/server';
import * as z from 'zod/mini';
import { wholeTree } from './admin-routes.tsx';
import { ApiError, errorOfResponse } from './api/api-error.ts';
import type { Call } from './api/call.ts';
import { createQueryClient } from './api/query-client.ts';
import { createAppRouter } from './app-router.ts';
import type { Assets } from './shell/router-context.ts';

export { isPage } from './is-page.ts';

const ROUTE_TREE = wholeTree();

/** Vite's manifest of built files. The keys are the source files. */
type BuiltFiles = Record<string, { file: string; css?: string[]; imports?: string[] }>;

export type RenderOptions = {
  nonce: string;
  /** Null in development, because there the browser loads the source files. */
  builtFiles: BuiltFiles | null;
  /**
   * Runs an endpoint's handler for an anonymous visitor. Returns the reply in the form in which the browser would
   * decode it. Throws a Rejection if the shop refuses.
   */
  call: (endpoint: Endpoint, input: unknown) => Promise<unknown>;
};

/** Responds to a GET of a page with the HTML document or a redirect. */
export async function renderPage(request: Request, options: RenderOptions): Promise<Response> {
  const { builtFiles, nonce } = options;
  const call = callInside(options.call);
  const assets = assetsOf(builtFiles);
  const { origin } = new URL(request.url);
  const handle = createRequestHandler({
    request,
    createRouter: () =>
      createAppRouter(
        { queryClient: createFinishedClient(), call, assets, origin },
        ROUTE_TREE,
        nonce,
      ),
  });
  return handle(({ router, responseHeaders }) =>
    renderRouterToString({
      router,
      responseHeaders,
      children: <RouterServer router={router} />,
    }),
  );
}

/**
 * Creates a query client that sends only finished queries to the browser. If the subject of the page does not exist,
 * the page may be sent while a query is still running; the browser would abort that query and log an error.
 */
function createFinishedClient() {
  const queryClient = createQueryClient();
  queryClient.setDefaultOptions({
    ...queryClient.getDefaultOptions(),
    dehydrate: { shouldDehydrateQuery: ({ state }) => state.status !== 'pending' },
  });
  return queryClient;
}

const ENTRY = 'src/web/entry-client.tsx';
const STYLES = 'src/web/ui/styles.css';

const knownAssets = new WeakMap<BuiltFiles, Assets>();

function assetsOf(builtFiles: BuiltFiles | null): Assets {
  if (builtFiles === null) return { entry: `/${ENTRY}`, styles: [`/${STYLES}`] };
  const known = knownAssets.get(builtFiles);
  if (known !== undefined) return known;
  const entry = builtFiles[ENTRY]!;
  const assets = {
    entry: `/${entry.file}`,
    styles: (entry.css ?? []).map((name) => `/${name}`),
    screens: screensOf(builtFiles),
  };
  knownAssets.set(builtFiles, assets);
  return assets;
}

type ScreenFile = { screen?: { options: { id: string } } };
/** The screens, by source file. Each screen knows the id of its route. */
const SCREENS = import.meta.glob<ScreenFile>('./*/*-page.tsx', { eager: true });

/** Lists the built files of each route, so that the browser can fetch all of them at the same time. */
function screensOf(builtFiles: BuiltFiles): Record<string, string[]> {
  const screens: Record<string, string[]> = { __root__: withImports(builtFiles, ENTRY) };
  for (const [path, { screen }] of Object.entries(SCREENS)) {
    if (screen === undefined) continue;
    screens[screen.options.id] = withImports(builtFiles, path.replace('./', 'src/web/'));
  }
  return screens;
}

/**
 * Lists the built files of a source file and of all its imports. The loop adds to the set that it iterates over, and
 * the set makes it visit each file once even if files import each other.
 */
function withImports(builtFiles: BuiltFiles, source: string): string[] {
  const names = new Set([source]);
  for (const name of names) for (const next of builtFiles[name]?.imports ?? []) names.add(next);
  return [...names].flatMap((name) => {
    const built = builtFiles[name];
    return built === undefined ? [] : [`/${built.file}`];
  });
}

function callInside(run: RenderOptions['call']): Call {
  return (async (endpoint: Endpoint, input: unknown) => {
    try {
      // Decoding drops the fields that the contract does not name. So such fields never reach a page.
      return z.decode(endpoint.reply, (await run(endpoint, input)) as never);
    } catch (error) {
      throw asRefusal(error);
    }
  }) as Call;
}

/** Recognises a Rejection by its name, because the bundle has its own copy of the class. */
function asRefusal(error: unknown): ApiError {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  const status = REJECTION_STATUS[code as keyof typeof REJECTION_STATUS];
  if (name !== 'Rejection' || status === undefined) {
    return new ApiError({ type: 'server_error', status: 500, cause: error });
  }
  return errorOfResponse(status, { error: { code, message } });
}
