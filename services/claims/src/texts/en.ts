import type { Catalogue } from '../platform/text.ts';
import { accountEmailTexts } from './en-emails.ts';

/** What this service says beyond refusals: answers of calls and mails. */
export const en: Catalogue = {
  account: {
    signedIn: 'You are signed in.',
    signedOut: 'You are signed out.',
    verified: 'Your e-mail address is confirmed, and you are signed in.',
    codeSent: 'If that address needs a code, it is on its way. Look in the spam folder too; it can take a minute.',
    codeUnderWay: 'A code was sent. Enter it to go on.',
    noCode: 'No code is under way.',
    codeRight: 'The code is right. Choose a new password.',
    resetCodeSent: 'If there is an account for that address, a code is on its way. Look in the spam folder too.',
    passwordChanged: 'Your password was changed. Log in with the new one.',
    linked: 'The two are connected, and you are signed in.',
    linkCodeSent: 'A code was sent to the address of your account.',
    csrf: 'Token for the next form.',
  },
  settings: {
    saved: 'Settings saved successfully!',
    savedCheckEmail: 'Saved. Enter the code we sent to the new address to start using it.',
    emailChanged: 'Your new e-mail address is in use.',
    signInAgain: 'Sign in again with your sign-in provider. After that you have 10 minutes for this change.',
    passwordSaved: 'Password updated successfully!',
    accountDeleted: 'Your account was deleted.',
  },
  sessions: {
    saved: 'Saved.',
    cleared: 'This browser starts a new case. We keep the earlier one.',
    deleted: 'Deleted. You can bring it back for 30 days.',
    restored: 'It is back.',
    listed: 'Your cases.',
    editOpened: 'You can change your answers now.',
    editReopened: 'You are already changing this case. Here it is.',
    untitled: 'Case without a title',
    against: 'Case against {name}',
    category: '{category}, {amount}',
  },
  places: {
    found: 'Addresses that match.',
    none: 'No address matches.',
    details: 'The address.',
  },
  review: {
    detailsComplete: 'Everything the letter needs is here.',
    detailsAmount: 'You ask {defendant} for {amount}.',
    detailsDate: 'It happened on {date}.',
    court: 'Cases like this go to: {court} ({state}).',
    withinLimit: 'Your amount is within its limit of {limit}.',
    aboveLimit: 'Your amount is above its limit of {limit}. You chose: {choice}.',
    aboveLimitOpen:
      'Your amount is above its limit of {limit}. Choose to give up the part above it in court, or to send the letter only.',
    dependsLimit: 'Courts of this state have different limits, up to {limit}. Ask the clerk which one is yours.',
    courtOpen: 'Cases like this go to the court that hears small claims in {state}. The clerk can tell you its name.',
    unknownLimit: 'We have no confirmed limit for small claims in this state. Ask the clerk.',
    aboveUnknownLimit:
      'Your amount may be above what small-claims court hears in this state: we have no confirmed limit. Ask the clerk. You chose: {choice}.',
    choiceOpen: 'nothing yet',
    choiceWaive: 'the letter asks for the whole amount; in court you would ask for the limit and give up the rest',
    choiceLetterOnly: 'the letter only, no court papers',
    deadlineRule: 'The time limit for {about} is {time}, from {start}: until {date}.',
    deadlineOpen:
      'The time limit for {about} is {time}, from {start}. Without that day, or where another rule may hold, we cannot say when it ends. Ask the clerk.',
    deadlineUnknown: 'We have no confirmed time limit for {about}. Ask the clerk.',
    deadlineEarlier: 'Two rules may hold. The earlier end is {date}: keep to it.',
    deadlineSoon: 'The time limit ends on {date}. Ask a lawyer or the court soon.',
    deadlinePassed:
      'The time limit was {date}. The other side may say so. There are exceptions: ask a lawyer or the clerk.',
    deadlineMayHavePassed:
      'By one of these rules the time limit was {date}. Ask a lawyer or the clerk which one holds.',
    deadlineCanChange: 'What can change this day: {changes}.',
    perhaps: {
      discovery: 'that the harm was found later',
      minor: 'that you were under 18',
      acknowledgment: 'that the debt was admitted in writing',
      'part-payment': 'that a part was paid',
    },
    periods: { years: '{count} years', months: '{count} months', days: '{count} days' },
    kinds: {
      any: 'this kind of case',
      goods: 'goods that were sold',
      'building-work': 'building work',
      services: 'services',
      'oral-contract': 'spoken agreements',
      'written-contract': 'written agreements',
      loan: 'loans',
      deposit: 'rental deposits',
      wages: 'wages',
      injury: 'injuries',
      'property-damage': 'damage to property',
      fraud: 'deception',
    },
    countsFrom: {
      happened: 'the day it happened',
      due: 'the day it was due',
      lastPayment: 'the last payment',
      discovery: 'the day the harm was found',
      delivery: 'the day of delivery, or the day it was due',
      moveOut: 'the days after the tenant moved out',
      certificate: 'the certificate that the work was done',
      accrual: 'the day your right to the money began',
    },
    demandRequired: 'In this state you must ask for the money before you file at court.',
    letterWritten: 'Your letter is written: {words} words. It asks for payment by {date}.',
    papers:
      'Small Claims and Full Trial add papers for {court}: statement of claim, timeline, damages, evidence list, filing checklist and service instructions.',
    papersTooLate:
      'By the day you gave, the time to go to court has passed, and the letter says nothing of a court. Court papers do not fit this case. There are exceptions: ask a lawyer or the clerk.',
    worthSum:
      'Is it worth it? You ask for {amount}. You pay a fee to file, and maybe one to hand over the papers. We have no confirmed figure for {state}. Ask the clerk.',
    worthCollect:
      'A judgment is not money yet: if they do not pay, you have to collect it. Think of what they own or earn.',
    theyMaySay: 'What they may say: {objections}',
    papersOver: 'The papers ask the court for the limit. The letter asks for the whole amount.',
    evidence: 'Gather these: {items}.',
    trial: 'Full Trial adds a script for your hearing, likely questions, and what to do after the decision.',
    done: 'Your demand letter is ready. You can read the whole of it before paying.',
  },
  signIn: {
    title: 'Signing in',
    done: 'You are signed in. This window closes by itself.',
    needsLink: 'You already have an account with this address. Go back to the other window to connect the two.',
    failed: 'The sign-in did not work. Close this window and try again.',
    goOn: 'Go on',
  },
  mail: {
    footer:
      'You get this mail because of an account or a letter at {site}. Redress is not a law firm and gives no legal advice.',
    account: accountEmailTexts,
  },
};
