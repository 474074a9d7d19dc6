import { api, fromEndpoint } from '@redress/api-client';
import {
  answerWait,
  askForLook,
  checkAccess,
  checkExistingDemand,
  checkLetterText,
  readGeneratedLetter,
  refundLetter,
  saveDemandLetter,
  updateDemandLetter,
} from '@redress/contracts';

const resultApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    // A job of the server changes the state of a letter at any moment.
    existingLetter: build.query({ ...fromEndpoint(checkExistingDemand), keepUnusedDataFor: 0 }),
    // Mutations, because each must be fresh: an answer under way may be from before the letter was made or mailed.
    findAccess: build.mutation(fromEndpoint(checkAccess)),
    findLetter: build.mutation(fromEndpoint(checkExistingDemand)),
    readLetter: build.mutation(fromEndpoint(readGeneratedLetter)),
    readUpdatedLetter: build.mutation(fromEndpoint(updateDemandLetter)),
    // The key of a query would hold the whole text.
    checkLetterText: build.mutation(fromEndpoint(checkLetterText)),
    saveLetter: build.mutation({
      ...fromEndpoint(saveDemandLetter),
      // This refusal changes the letter too: it carries the letter of the new day.
      invalidatesTags: (saved, refusal) =>
        saved || refusal?.code === 'LETTER_REDATED' ? ['Letter', 'Letters', 'Alerts', 'Sessions'] : [],
    }),
    askForLook: build.mutation(fromEndpoint(askForLook)),
    refundLetter: build.mutation({
      ...fromEndpoint(refundLetter),
      // Papers opened meanwhile on another device change what a refund gives back.
      invalidatesTags: (_, refusal) => (refusal?.code === 'PAPERS_OPENED' ? ['Letter'] : []),
    }),
    answerWait: build.mutation({ ...fromEndpoint(answerWait), invalidatesTags: ['Letter', 'Letters', 'Alerts'] }),
  }),
});

export const {
  useExistingLetterQuery,
  useAnswerWaitMutation,
  useAskForLookMutation,
  useRefundLetterMutation,
  endpoints: resultEndpoints,
} = resultApi;
