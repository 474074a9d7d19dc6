import { startApi } from '@redress/api-client';
import { runAlone } from '@redress/mf-runtime/alone';
import { config } from '../remote.config.ts';
import { bootstrap, mount, unmount } from './lifecycles.tsx';

startApi();
runAlone({ config, lifecycles: { bootstrap, mount, unmount } });
