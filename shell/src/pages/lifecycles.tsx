import React from 'react';
import ReactDOMClient from 'react-dom/client';
import singleSpaReact from 'single-spa-react';
import { REGIONS, region } from '../frame/regions.ts';
import { removeDrawnUnless } from './drawn-screen.ts';
import { ShellPages, type ShellPagesPort } from './shell-pages.tsx';

/** The shell's own pages as a single-spa application, in the outlet the remotes use. */
export function shellPagesLifecycles(port: ShellPagesPort) {
  const element = document.createElement('div');
  const leave = async () => {
    removeDrawnUnless(null);
    element.remove();
  };
  const { bootstrap, mount, unmount } = singleSpaReact<object>({
    React,
    ReactDOMClient,
    rootComponent: () => <ShellPages port={port} />,
    renderType: 'createRoot',
    domElementGetter: () => {
      region(REGIONS.outlet).append(element);
      return element;
    },
    errorBoundary: () => <p role="alert">{port.page()}</p>,
  });
  return { bootstrap, mount, unmount: [unmount, leave] };
}
