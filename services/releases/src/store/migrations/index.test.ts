import { findInPlaceChanges } from '@redress/database/testing';

it('renames and drops nothing that the release before reads', () => {
  expect(findInPlaceChanges(import.meta.dirname, 10)).toEqual([]);
});
