import { AUTHENTICATED } from '../protocol.ts';

/** Tells the page around, in a frame, that the payer has answered the bank. What the answer was, the page must ask the API. */
const { siteOrigin: origin } = (document.currentScript as HTMLScriptElement).dataset;
if (window.parent !== window && origin) window.parent.postMessage({ type: AUTHENTICATED }, origin);
