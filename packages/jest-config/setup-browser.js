import { expect } from '@jest/globals';
import * as matchers from '@testing-library/jest-dom/matchers';

expect.extend(matchers);
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

// jsdom knows <dialog> but not how to show one; being open is all that tests ask of it.
const dialog = globalThis.HTMLDialogElement?.prototype;
if (dialog && !dialog.showModal) {
  dialog.showModal = function showModal() {
    this.open = true;
  };
  dialog.show = dialog.showModal;
  dialog.close = function close() {
    this.open = false;
  };
}
