import { browser, native } from '@redress/jest-config';

// Views of the console name the environment of a browser themselves.
export default { ...native, moduleNameMapper: browser.moduleNameMapper };
