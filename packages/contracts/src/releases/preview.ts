/** Previews (decision 0222): where they are opened and left, and where a site asks for one. */
export const PREVIEW_ROUTES = {
  /** With its secret behind it: a page that names the preview, and opens it with a POST in this browser. */
  open: '/preview/',
  /** This browser sees what everybody sees again. */
  leave: '/preview/leave',
  /** The signed snapshot of a preview, by the digest of its secret. */
  lookup: '/releases/preview',
} as const;
