import { getStore } from '@redress/session-store';
import React, { type ComponentProps } from 'react';
import ReactDOMClient from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router-dom';
import singleSpaReact from 'single-spa-react';
import { REGIONS, region } from '../frame/regions.ts';
import { AccountFrame } from './account-frame.tsx';

/** The signed-in layout as a single-spa application. What it draws stands in the frame's own places, not in the outlet. */
export function accountLifecycles(props: ComponentProps<typeof AccountFrame>) {
  const element = document.createElement('div');
  const { bootstrap, mount, unmount } = singleSpaReact<object>({
    React,
    ReactDOMClient,
    rootComponent: () => (
      <Provider store={getStore()}>
        <BrowserRouter>
          <AccountFrame {...props} />
        </BrowserRouter>
      </Provider>
    ),
    renderType: 'createRoot',
    domElementGetter: () => {
      region(REGIONS.overlay).append(element);
      return element;
    },
    // Its failure must not take the page in the outlet with it.
    errorBoundary: () => <></>,
  });
  return { bootstrap, mount, unmount: [unmount, async () => element.remove()] };
}
