import * as mfRuntime from '@redress/mf-runtime';
import * as reactRedux from '@redress/mf-runtime/facades/react-redux';
import * as toolkit from '@redress/mf-runtime/facades/reduxjs-toolkit';
import type { ShareScope } from '@redress/mf-runtime/host';
import * as sessionStore from '@redress/session-store';
import * as ui from '@redress/ui';
import React from 'react';
import jsxRuntime from 'react/jsx-runtime';
import ReactDOM from 'react-dom';
import ReactDOMClient from 'react-dom/client';
import * as singleSpa from 'single-spa';
import { apiClient } from './api-client.ts';

/** Every shared package, by the import that remotes write. The table is `SHARED` in @redress/webpack-config. */
export const SHARED_MODULES: Record<string, unknown> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDOM,
  'react-dom/client': ReactDOMClient,
  'react-redux': reactRedux,
  'single-spa': singleSpa,
  '@reduxjs/toolkit': toolkit,
  '@redress/session-store': sessionStore,
  '@redress/mf-runtime': mfRuntime,
  '@redress/ui': ui,
};

/**
 * Shared too, but fetched only when a remote that is being loaded asks for them: the first page asks nothing of the
 * server, has one address, and no form. Each is in one file of the build, which has the name of its chunk.
 */
export const SHARED_LATER: Record<string, () => Promise<unknown>> = {
  'react-router-dom': () =>
    import(/* webpackChunkName: "react-router-dom" */ '@redress/mf-runtime/facades/react-router-dom'),
  '@redress/api-client': apiClient.load,
  'zod/mini': () => import(/* webpackChunkName: "api-client" */ '@redress/contracts/zod-mini'),
  '@redress/forms': () => import(/* webpackChunkName: "forms" */ '@redress/forms'),
};

const packageOf = (request: string) =>
  request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * The share scope handed to every remote: one version of each package, already here. There is nothing to negotiate,
 * so no remote can put its own copy in place of the shell's.
 */
export function createShareScope(versions: Readonly<Record<string, string>>): ShareScope {
  const scope: ShareScope = {};
  const offer = (request: string, get: ShareScope[string][string]['get']) => {
    const version = versions[packageOf(request)] ?? '0.0.0';
    scope[request] = { [version]: { get, loaded: 1, from: 'shell' } };
  };
  for (const [request, module] of Object.entries(SHARED_MODULES)) offer(request, () => () => module);
  for (const [request, load] of Object.entries(SHARED_LATER)) {
    offer(request, () => load().then((module) => () => module));
  }
  return scope;
}
