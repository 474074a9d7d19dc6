import { TestEnvironment } from 'jest-environment-jsdom';

const NAMES = 'fetch Request Response Headers structuredClone TextEncoder TextDecoder BroadcastChannel'.split(' ');

/** jsdom, with the platform's fetch family: RTK Query and the contracts need the real Request and Response. */
export default class JsdomWithFetch extends TestEnvironment {
  constructor(...args) {
    super(...args);
    for (const name of NAMES) this.global[name] ??= globalThis[name];
  }
}
