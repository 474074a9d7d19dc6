import type { SessionRow } from '@redress/contracts';
import { account } from '@redress/copy/account';
import { common } from '@redress/copy/common';
import { Button, Dialog, showToast } from '@redress/ui';
import { claimInWords, packageInWords } from '../../shared/claim-facts.ts';
import { useDeleteDraftMutation, useRestoreDraftMutation } from '../../shared/claims.api.ts';

interface DeleteDraftProps {
  row: SessionRow;
  onClose(): void;
  /** The row is gone, and with it the button that opened this. */
  onDeleted(): void;
}

/** Asks before a session goes, and offers to bring it back. */
export function DeleteDraft({ row, onClose, onDeleted }: DeleteDraftProps) {
  const [remove, { isLoading }] = useDeleteDraftMutation();
  const [restore] = useRestoreDraftMutation();

  const undo = async () => {
    const result = await restore({ session_id: row.session_id });
    showToast(
      'error' in result ? { text: common.problem.somethingWrong, tone: 'danger' } : { text: account.sessions.restored },
    );
  };
  const confirm = async () => {
    const result = await remove({ session_id: row.session_id });
    if ('error' in result) {
      onClose();
      showToast({ text: account.sessions.deleteFailed, tone: 'danger' });
      return;
    }
    onDeleted();
    showToast({
      text: account.sessions.deleted,
      action: { text: account.sessions.undo, onPress: () => void undo() },
    });
  };

  return (
    <Dialog
      open
      title={account.sessions.deleteTitle}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {common.actions.cancel}
          </Button>
          <Button variant="danger" busy={isLoading} onClick={() => void confirm()}>
            {account.sessions.deleteConfirm}
          </Button>
        </>
      }
    >
      <p>{claimInWords(row) || packageInWords(row)}</p>
      <p>{account.sessions.deleteText}</p>
    </Dialog>
  );
}
