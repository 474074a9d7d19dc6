import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import 'react';
import 'react/jsx-runtime';
import 'react-dom/client';

const element = document.getElementById('ours');
registerRemotes([{ name: 'ours', entry: element.dataset.manifest }]);
const { bootstrap, mount } = await loadRemote('ours/lifecycles');
const props = { name: 'ours', domElement: element };
await bootstrap(props);
await mount(props);
