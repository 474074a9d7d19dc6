import { api, fromEndpoint } from '@redress/api-client';
import { checkAddress } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { defendantOf, type Place } from '@redress/domain';
import { addressLines } from '@redress/domain/letter';
import { selectFormData, selectUser, useAppSelector } from '@redress/session-store';
import { Button, Notice } from '@redress/ui';
import { useEffect, useRef } from 'react';

const addressApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkAddress: build.query(fromEndpoint(checkAddress)),
    insistOnAddress: build.mutation(fromEndpoint(checkAddress)),
  }),
  overrideExisting: true,
});

/** What the carrier says of an address the letter goes to; nothing while it has not said anything. */
function useAddressCheck({ address, apt, city, state, zipcode }: Place) {
  const isSignedIn = useAppSelector(selectUser) !== null;
  const form_session_id = useAppSelector(({ wizard }) => wizard.formSessionId) ?? '';
  const asked = { form_session_id, place: { address, apt, city, state, zipcode } };
  const { currentData: said, refetch } = addressApi.useCheckAddressQuery(asked, {
    skip: !isSignedIn || form_session_id === '',
  });
  return { asked, said, refetch };
}

/** Asks on the screen before: the answer is there when the payment screen is, which then does not move. */
export function AskAhead() {
  useAddressCheck(defendantOf(useAppSelector(selectFormData)).place);
  return null;
}

/** One for each address the letter goes to. That of a copy is changed where its recipient is named, on the same page. */
export function AddressChecks({ onChange }: { onChange: () => void }) {
  const data = useAppSelector(selectFormData);
  return (
    <>
      <AddressCheck place={defendantOf(data).place} onChange={onChange} />
      {(data.recipients ?? []).map(({ name, address = '', apt = '', city = '', state = '', zipcode = '' }) => (
        <AddressCheck key={`${name} ${address}`} place={{ address, apt, city, state, zipcode }} />
      ))}
    </>
  );
}

/**
 * Says before paying that the carrier cannot deliver to an address, and what to do. The claimant may know better: nothing
 * stops, and that they insist is kept with the case.
 */
function AddressCheck({ place, onChange }: { place: Place; onChange?: () => void }) {
  const { asked, said, refetch } = useAddressCheck(place);
  const [insist, { isLoading, isSuccess, error }] = addressApi.useInsistOnAddressMutation();
  const box = useRef<HTMLDivElement>(null);
  const insists = said?.insists ?? false;
  // The pressed button goes; without this the focus would go with it.
  useEffect(() => {
    if (insists && isSuccess) box.current?.focus();
  }, [insists, isSuccess]);
  if (said?.verdict !== 'undeliverable' && said?.verdict !== 'missing-unit') return null;
  const copy = checkout.addressCheck;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice
        live
        tone={insists ? 'info' : 'warning'}
        title={insists ? copy.kept : copy.says[said.verdict]}
        actions={
          <>
            {onChange && (
              <Button variant="secondary" onClick={onChange}>
                {copy.change}
              </Button>
            )}
            {!insists && (
              <Button
                variant="secondary"
                busy={isLoading}
                onClick={() => void insist({ ...asked, insists: true }).then(refetch)}
              >
                {copy.insist}
              </Button>
            )}
          </>
        }
      >
        <p>{addressLines(asked.place).join(', ')}</p>
        {error && <p>{copy.notKept}</p>}
      </Notice>
    </div>
  );
}
