import { prerenderRemote } from '@redress/mf-runtime/prerender';
import { config } from '../remote.config.ts';
import { App } from './app/app.tsx';

/** First screen of a route, drawn by the build: without a visitor, without a browser. */
export const prerender = (route: string): string =>
  prerenderRemote({ config, App: () => <App route={route} />, hasOwnAddress: true }, route);
