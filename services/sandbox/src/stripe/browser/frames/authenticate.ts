import { AUTHENTICATING, LISTENING } from '../protocol.ts';
import { whenShown } from './shown.ts';

/** The bank's page. Its buttons can be pressed once it is shown and the page around listens for the answer; alone, at once. */
const { siteOrigin } = (document.currentScript as HTMLScriptElement).dataset;

const enable = () => {
  for (const button of document.querySelectorAll('button')) button.disabled = false;
};

if (window.parent === window) enable();
else if (siteOrigin) {
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<{ type?: string }>) => {
    if (source !== window.parent || origin !== siteOrigin || data?.type !== LISTENING) return;
    whenShown(enable);
  });
  window.parent.postMessage({ type: AUTHENTICATING }, siteOrigin);
}
