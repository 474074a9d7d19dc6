import { expect, jest } from '@jest/globals';
import * as matchers from '@testing-library/jest-dom/matchers';

expect.extend(matchers);
globalThis.jest = jest;
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
