/**
 * How the site puts a document together from what builds prerendered. Written by the shell's build, read by the site.
 *
 * ```html
 * <head> … <link rel="preload"> for the exact chain … critical style sheets …</head>
 * <body>
 *   <div id="redress">{the shell's frame, with the first screen of the route's remote at its outlet}</div>
 *   <script type="application/json" id="redress-snapshot">…</script>
 *   <script type="application/json" id="redress-page">…</script>
 *   <script>{the shell's loader, one file, allowed by its hash}</script>
 * </body>
 * ```
 *
 * Seen in Chromium under this policy, and needed for it to work:
 * - `script-src` holds, beside the loader's hash and 'strict-dynamic', the integrity of every script that is preloaded
 *   (`'sha384-…'`): without it the preload tag, which the parser inserts, is blocked and the file is fetched late.
 * - A preload tag carries the file's `integrity` and `crossorigin="anonymous"`, or it is fetched twice.
 * - A style sheet written into the document is `<style data-href="{buildBase}{file}">`, its hash in `style-src`: by that
 *   address the shell and webpack know that it is there. The sheets of `./shell` come first.
 * - `trusted-types redress-loader redress`: two policies, whatever the remotes.
 * - A document whose third-party tags really ran has `data-tags` on its `<html>`; leaving it for a private page is then a
 *   real document load.
 */
export const DOCUMENT_PARTS = {
  /** Id of the element the shell mounts into. */
  root: 'redress',
  /**
   * Stands once in the shell's frame; the site puts the first screen of the route's remote in its place, or nothing.
   * The shell's frames are `prerendered.public` and `prerendered.account` of its build: one a layout.
   */
  outlet: '<!--redress-outlet-->',
  /** The shell's module whose one script is written into the document and allowed by its hash. */
  loader: './loader',
  /** The shell's module whose chain is preloaded with every document. */
  shell: './shell',
  /** The shell's module whose chain is preloaded too where the route's layout is `account`. */
  account: './account',
  /** Script of the shell's own pages (prices, terms, help …); their documents preload it and its style sheets. */
  pages: './pages',
} as const;

/**
 * Among the shell's prerendered screens, the one for an address where nothing is. The others have the path of their
 * page as name. Each may begin with `<meta name="description">`, which goes to the head of its document.
 */
export const NOT_FOUND_SCREEN = 'not-found';

/**
 * The page to sign in. A guarded page that is asked for without a session is answered with the document of this one, so
 * that the form is there with the first bytes; the shell then writes its address, with the way back.
 */
export const SIGN_IN_PATH = '/login';
export const RETURN_PARAMETER = 'return';

/** Address of the sign-in page that comes back to `path` afterwards. */
export const signInPath = (path: string): string =>
  `${SIGN_IN_PATH}?${new URLSearchParams({ [RETURN_PARAMETER]: path })}`;

/** The one document beside the pages that a sign-in comes back to. */
export const HEARING_PATH = '/api/case/hearing';

/**
 * A text of the site configuration in a frame or a screen: `%{header.site_title}`. The site replaces it with the
 * escaped text, so that a build never holds a site's own words. Works in text and in quoted attributes.
 */
export const documentToken = (path: string): string => `%{${path}}`;
