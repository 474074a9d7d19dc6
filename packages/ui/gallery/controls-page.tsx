import {
  Badge,
  Button,
  ButtonRow,
  Card,
  CheckboxTiles,
  Dialog,
  Disclosure,
  Drawer,
  EmptyState,
  Facts,
  IconButton,
  LinkButton,
  LoadError,
  Notice,
  ProgressBar,
  RadioTiles,
  SaveState,
  Skeleton,
  Spinner,
  Stack,
  StepRail,
  TextButton,
  showToast,
} from '@redress/ui';
import { CategoryIcon } from '@redress/ui/category-icons';
import { DateInput, SearchInput, Select } from '@redress/ui/controls';
import { SubcategoryIcon } from '@redress/ui/subcategory-icons';
import { bell, download, mail, trash2 } from '@redress/ui/icons';
import { useState } from 'react';
import styles from './gallery.module.css';

const CATEGORIES = [
  ['debt-collection', 'Debt collection', 'Someone owes you money and has not paid.', 'banknote'],
  ['broken-contract', 'Broken contract', 'A deal was made and not kept.', 'file-x'],
  ['tenant', 'Tenant-landlord dispute', 'Deposit, rent or repairs.', 'key-round'],
  ['auto', 'Auto repair', 'Bad work on your car.', 'car'],
  [
    'long',
    'A category with quite a long name that needs two lines',
    'And a hint that is long as well, to see what happens.',
    'nothing-known',
  ],
  ['other', 'Other', 'Something else.', 'circle-ellipsis'],
] as const;
const STEPS = [
  'Claim Type',
  'Your Information',
  'Their Information',
  'Claim Details',
  'Choose a Package',
  'Your Letter',
];

export function ControlsPage() {
  const [category, setCategory] = useState<string | null>('broken-contract');
  const [checked, setChecked] = useState<string[]>(['personal-loan']);
  const [open, setOpen] = useState(location.search.slice(1));
  return (
    <Stack gap={24}>
      <Buttons />
      <RadioTiles
        name="situation"
        legend="Which of these best classifies your situation?"
        value={category}
        onChange={setCategory}
        options={CATEGORIES.map(([value, label, hint, icon]) => ({
          value,
          label,
          hint,
          icon: <CategoryIcon name={icon} />,
        }))}
      />
      <CheckboxTiles
        name="disputing"
        legend="Check all that apply"
        error="Please select at least one subcategory before continuing!"
        value={checked}
        onChange={setChecked}
        options={[
          { value: 'personal-loan', label: 'Loan to a person', icon: <SubcategoryIcon name="hand-coins" /> },
          { value: 'unpaid-invoice', label: 'Unpaid invoice', icon: <SubcategoryIcon name="receipt-text" /> },
          { value: 'unpaid-wages', label: 'Unpaid wages or commission', icon: <SubcategoryIcon name="wallet" /> },
        ]}
      />
      <RadioTiles
        name="who"
        legend="Who are you filing this claim against?"
        value="2"
        onChange={() => {}}
        options={[
          { value: '1', label: 'Person', hint: "I'm filing this claim against an individual." },
          { value: '2', label: 'Business', hint: "I'm filing this claim against a business." },
        ]}
      />
      <Progress />
      <Notices />
      <div className={styles['row']}>
        {(['success', 'info', 'pending', 'danger', 'neutral'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </div>
      <Disclosure summary="What is included">A certified letter, a tracking number, a receipt.</Disclosure>
      <div className={styles['row']}>
        <Button variant="secondary" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen('drawer')}>
          Drawer
        </Button>
        <Button
          variant="secondary"
          onClick={() => showToast({ text: 'Case deleted.', action: { text: 'Undo', onPress: () => {} } })}
        >
          Toast
        </Button>
      </div>
      <Dialog
        open={open === 'dialog'}
        onClose={() => setOpen('')}
        title="Send the letter now?"
        footer={
          <>
            <Button>Send Demand Letter</Button>
            <Button variant="secondary" onClick={() => setOpen('')}>
              Cancel
            </Button>
          </>
        }
      >
        <p>After that you can no longer change it or call it back.</p>
      </Dialog>
      <Drawer open={open === 'drawer'} onClose={() => setOpen('')} title="Alert">
        <Notice title="Your letter was delivered">March 3, 2026</Notice>
      </Drawer>
    </Stack>
  );
}

function Buttons() {
  return (
    <>
      <Card title="Buttons">
        <Stack>
          <div className={styles['row']}>
            <Button>Continue</Button>
            <Button variant="secondary" icon={mail}>
              Back
            </Button>
            <Button variant="quiet">Skip</Button>
            <Button variant="danger" icon={trash2}>
              Delete
            </Button>
            <Button busy busyText="Saving…">
              Save
            </Button>
            <Button disabled>Not yet</Button>
            <IconButton label="Alerts" icon={bell} />
            <LinkButton href="#" variant="secondary" iconAfter={download} size="small">
              Download
            </LinkButton>
            <TextButton>Resend</TextButton>
          </div>
          <ButtonRow>
            <Button>Continue</Button>
            <Button variant="secondary">Back</Button>
          </ButtonRow>
        </Stack>
      </Card>
      <Card title="Select, day, search">
        <Stack>
          <Select aria-label="State" defaultValue="IL">
            <option value="">Choose a state</option>
            <option value="DC">District of Columbia</option>
            <option value="IL">Illinois</option>
          </Select>
          <Select aria-label="State that was refused" aria-invalid>
            <option value="">Choose a state</option>
          </Select>
          <DateInput aria-label="Day" />
          <DateInput aria-label="Day that is given" defaultValue="2026-03-02" />
          <SearchInput aria-label="Search" placeholder="Search" />
        </Stack>
      </Card>
    </>
  );
}

function Progress() {
  return (
    <>
      <Stack>
        <Card title="Steps">
          <StepRail
            label="Steps"
            steps={STEPS.map((name, index) => ({ number: index + 1, name }))}
            current={3}
            furthest={4}
            onGo={() => {}}
            notYetText="Please complete the previous steps to navigate here."
          />
        </Card>
        <Card title="Your case so far" action={<TextButton>Change</TextButton>}>
          <Facts
            items={[
              { name: 'Amount', value: '$1,250.50' },
              { name: 'The other side', value: 'Wolfeschlegelsteinhausenbergerdorff & Sons Plumbing LLC' },
              { name: 'Where', value: 'Austin, Texas' },
            ]}
          />
        </Card>
      </Stack>
      <Card title="Waiting and saving">
        <Stack>
          <ProgressBar label="Progress" value={2} max={6} valueText="Step 2 of 6" thin />
          <ProgressBar label="Progress" value={65} />
          <div className={styles['row']}>
            <SaveState status="saved" text="Saved at 14:02" />
            <SaveState status="saving" text="Saving…" />
            <SaveState status="failed" text="Not saved" onRetry={() => {}} retryText="Save now" />
            <SaveState status="offline" text="You are offline. Your answers are kept on this device" />
          </div>
          <div className={styles['row']}>
            <Spinner />
            <Spinner size={20} />
          </div>
          <div className={styles['narrow']}>
            <Skeleton shape="heading" />
            <Skeleton count={3} />
          </div>
        </Stack>
      </Card>
    </>
  );
}

function Notices() {
  return (
    <>
      <Stack>
        <Notice title="Small-claims limit">In Texas, small-claims court hears cases up to $20,000.</Notice>
        <Notice tone="success">Your demand letter is finalized and ready for delivery</Notice>
        <Notice
          tone="warning"
          title="Time limit"
          actions={
            <Button size="small" variant="secondary">
              Go on
            </Button>
          }
        >
          The usual time to go to court ends on March 3, 2027.
        </Notice>
        <Notice tone="danger" title="The card was declined">
          You have not been charged. Use another card, or ask your bank.
        </Notice>
      </Stack>
      <LoadError onRetry={() => {}} reference="8f2c-91aa" />
      <EmptyState title="No active sessions found." action={<Button>Start New Form</Button>}>
        When you start a case, we keep it here until you finish it.
      </EmptyState>
    </>
  );
}
