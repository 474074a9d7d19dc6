export interface ViewProps {
  /** One of the things of the view, as the address names it: `#/remotes/mf-letters`. */
  item: string | null;
}
