import { expect } from '@jest/globals';
import { configure } from '@testing-library/dom';
import * as matchers from '@testing-library/jest-dom/matchers';

expect.extend(matchers);
// What a test waits for ends the wait; the limit is for a test that is stuck. The library's second was a stopwatch: an
// answer and what is drawn of it take longer on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
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
