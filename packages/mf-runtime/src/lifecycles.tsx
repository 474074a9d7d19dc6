import React from 'react';
import ReactDOMClient from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import { late } from './late.tsx';
import type { RemoteLifecycles, RemoteMountProps } from './remote-props.ts';
import { type RemoteDefinition, RemoteRoot, type RouterComponent } from './remote-root.tsx';

type Mounted = Pick<RemoteLifecycles, 'mount' | 'unmount'>;

/** In a file of its own: the first page of the site has none. */
const router = late(() =>
  import(/* webpackChunkName: "react-router-dom" */ './facades/react-router-dom.ts').then(
    ({ BrowserRouter }) => BrowserRouter,
  ),
);

/**
 * single-spa lifecycles of a remote, made by single-spa-react, with the store, a router and an error boundary around its
 * `App`. The whole of a remote's `src/lifecycles.tsx` is
 * `export const { bootstrap, mount, unmount } = remoteLifecycles({ config, App });`
 */
export function remoteLifecycles({ config, App, hasOwnAddress = false }: RemoteDefinition): RemoteLifecycles {
  // One per mount: whether to hydrate is decided by what the document holds at that moment.
  const mounted = new Map<HTMLElement, Mounted>();
  let Router: RouterComponent = React.Fragment;

  const lifecyclesFor = ({ domElement, hydrate, recover }: RemoteMountProps) =>
    singleSpaReact<object>({
      React,
      ReactDOMClient,
      rootComponent: () => <RemoteRoot config={config} App={App} recover={recover} router={Router} />,
      renderType: hydrate ? 'hydrateRoot' : 'createRoot',
      domElementGetter: () => domElement,
      suppressComponentDidCatchWarning: true,
      // single-spa's own props are typed as always there; the shell's proxy calls these without them.
    } as never) as unknown as Mounted;

  return {
    async bootstrap() {
      if (!hasOwnAddress) Router = await router.load();
    },
    mount(props) {
      const lifecycles = lifecyclesFor(props);
      mounted.set(props.domElement, lifecycles);
      return lifecycles.mount(props);
    },
    async unmount(props) {
      const lifecycles = mounted.get(props.domElement);
      mounted.delete(props.domElement);
      await lifecycles?.unmount(props);
    },
  };
}
