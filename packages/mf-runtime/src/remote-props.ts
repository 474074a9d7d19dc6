import type { Recover } from './recovery-context.ts';

/** What the shell hands to a remote's lifecycles, beside single-spa's own props. */
export interface RemoteMountProps {
  name: string;
  buildId: string;
  /** The remote's own element; holds the prerendered screen when `hydrate`. */
  domElement: HTMLElement;
  hydrate: boolean;
  /**
   * A render threw, or code that was fetched later did not come. Before `mount` has settled it counts as a failed mount;
   * afterwards another build takes this one's place.
   * @returns false when there is no such build: the remote shows its panel
   */
  recover: Recover;
}

/** single-spa's contract, as this site uses it. */
export interface RemoteLifecycles {
  bootstrap(props: RemoteMountProps): Promise<unknown>;
  mount(props: RemoteMountProps): Promise<unknown>;
  unmount(props: RemoteMountProps): Promise<unknown>;
  /** Fetches what this address is drawn with, before the build takes the place of one that is typed into. */
  prepare?(): Promise<unknown>;
}
