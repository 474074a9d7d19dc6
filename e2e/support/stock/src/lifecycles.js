import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import './style.css';
import { greeting } from './greeting.js';

/** A page of a team that knows nothing of this repository but the lifecycles of single-spa. */
function Hello() {
  const [text, setText] = useState('');
  const more = () => import('./later.js').then(({ later }) => setText(later));
  return createElement(
    'section',
    { className: 'stock-hello' },
    createElement('h1', null, greeting),
    createElement('button', { type: 'button', onClick: more }, 'More'),
    createElement('p', { role: 'status' }, text),
  );
}

let root;
export const bootstrap = async () => {};
export const mount = async ({ domElement }) => {
  root = createRoot(domElement);
  root.render(createElement(Hello));
};
export const unmount = async () => root.unmount();
