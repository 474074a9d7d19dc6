import type { AnswerOf, PlaceResult, places } from '@redress/contracts';

/** As the specification's wire has it. */
export type Prediction = NonNullable<AnswerOf<typeof places>['_predictions']>[number];

export interface Places {
  suggest(input: string, sessionToken: string): Promise<Prediction[]>;
  /** @returns the place as the provider describes it, and its address in our fields; what is not said is empty.
   * @throws {AppError} NOT_FOUND for an id the provider does not know */
  details(placeId: string, sessionToken: string): Promise<{ place: unknown; address: PlaceResult }>;
}
