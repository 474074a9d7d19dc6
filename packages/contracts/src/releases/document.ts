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
} as const;

/**
 * A text of the site configuration in a frame or a screen: `%{header.site_title}`. The site replaces it with the
 * escaped text, so that a build never holds a site's own words. Works in text and in quoted attributes.
 */
export const documentToken = (path: string): string => `%{${path}}`;
