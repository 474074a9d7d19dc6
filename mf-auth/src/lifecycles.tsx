import { remoteLifecycles } from '@redress/mf-runtime';
import { config } from '../remote.config.ts';
import { App } from './app/app.tsx';

/** The only module of this remote that the shell calls. */
export const { bootstrap, mount, unmount } = remoteLifecycles({ config, App, hasOwnAddress: true });
