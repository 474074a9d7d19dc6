import { browser, node } from '@redress/jest-config';

// Some of these start whole programs, several times each, beside whatever else the machine does. Views of the console name
// the environment of a browser themselves.
export default { ...node, testTimeout: 90_000, moduleNameMapper: browser.moduleNameMapper };
