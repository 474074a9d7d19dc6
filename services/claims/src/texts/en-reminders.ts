import type { Catalogue } from '../platform/text.ts';

/** Mails and alerts about the days of a case, and the page that stops them. */
export const enReminders: Catalogue = {
  reminder: {
    open: 'Open your case',
    source: 'Source: {title}, read on {day}.',
    paid: { all: 'All of it came', part: 'A part came', none: 'Nothing came' },
    stop: {
      pay_by: 'Stop reminders of the day to pay by',
      plan: 'Stop reminders of the days of a plan',
      file_by: 'Stop reminders of the last safe day to file',
    },
    pay_by: {
      before: {
        title: 'The day to pay by is near',
        message: '{to} has until {day} to pay.',
        subject: 'Your letter to {to}: pay by {day}',
        mail: 'Your letter asks {to} to pay by {day}.\n\nIf money comes, write it down on the page of your case. If {to} asks for more time or offers a part, answer in writing and keep a copy.',
      },
      after: {
        title: 'Did they pay?',
        message: '{to} had until {day} to pay. Say what came.',
        subject: 'Did {to} pay?',
        mail: 'Your letter asked {to} to pay by {day}.\n\nSay what came. You sign in first. Nothing is written down before you press "Keep this", and you can put it right later.',
      },
    },
    plan: {
      before: {
        title: 'A payment is due soon',
        message: 'A payment of your plan with {to} is due on {day}.',
        subject: 'Your plan with {to}: a payment is due on {day}',
        mail: 'A payment of your plan with {to} is due on {day}.\n\nIf money comes, write it down on the page of your case.',
      },
      after: {
        title: 'Did the payment come?',
        message: 'A payment of your plan with {to} was due on {day}. Say what came.',
        subject: 'Did the payment of {to} come?',
        mail: 'A payment of your plan with {to} was due on {day}.\n\nSay what came. You sign in first. Nothing is written down before you press "Keep this", and you can put it right later.',
      },
    },
    file_by: {
      before: {
        title: 'The time to file ends soon',
        message: 'The last safe day to file against {to} is {day}.',
        subject: 'Your case against {to}: file by {day}',
        mail: 'By the rule we read, the time to go to court in your case against {to} ends soon. The last safe day to file is {day}.\n\nThe letter does not stop the time. Other rules can move the day: ask the court clerk or a lawyer now.\n\n{source}',
      },
      after: {
        title: 'The last safe day to file has passed',
        message: 'The last safe day to file against {to} was {day}. Ask the court clerk today.',
        subject: 'Your case against {to}: the last safe day to file was {day}',
        mail: 'By the rule we read, the last safe day to file in your case against {to} was {day}.\n\nIf you have filed, do nothing. If not, ask the court clerk or a lawyer today: there are exceptions.\n\n{source}',
      },
    },
    calendar: {
      pay_by: 'Redress: day to pay by',
      plan: 'Redress: payment of a plan is due',
      file_by: 'Redress: last safe day to file',
    },
    page: {
      stop: {
        title: 'Stop these reminders?',
        text: 'It is for all your cases. You can switch them on again in Settings.',
      },
      stopped: {
        title: 'Stopped',
        text: 'You get no more reminders of this kind. You can switch them on again in Settings.',
      },
      unknown: {
        title: 'This address is not complete',
        text: 'Open it from the mail again, or switch reminders off in Settings.',
      },
      settings: 'Open Settings',
    },
  },
};
