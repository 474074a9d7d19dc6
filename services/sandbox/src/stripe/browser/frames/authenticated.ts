import { AUTHENTICATED } from '../protocol.ts';

/** In a frame: the payer has answered the bank. What the answer was, the page must ask the API. */
const { siteOrigin: origin } = (document.currentScript as HTMLScriptElement).dataset;
if (window.parent !== window && origin) window.parent.postMessage({ type: AUTHENTICATED }, origin);
