import type { VisitorWords } from './visitor-words.ts';

export const en: VisitorWords = {
  pages: {
    not_found: {
      title: 'This link doesn’t work',
      text: 'It doesn’t exist or was removed. If it is printed on something, please tell the owner.',
    },
    blocked: {
      title: 'This link is blocked',
      text: 'We blocked it because its destination may be harmful. You don’t have to do anything.',
    },
    expired: {
      title: 'This code has expired',
      text: 'It was valid for a limited time.',
    },
    scan_limit_reached: {
      title: 'This code has reached its limit',
      text: 'It could be used a limited number of times.',
    },
    misdirected: {
      title: 'This address doesn’t work',
      text: 'It isn’t set up here. If it is printed on something, please tell the owner.',
    },
    domain_root: {
      title: 'This address is for short links',
      text: 'Scan a code to open its destination.',
    },
    preview: {
      title: 'This code can be used a limited number of times',
      text: 'Open it in your browser to use it. Previews don’t count.',
    },
    rate_limited: {
      title: 'Too many unknown links',
      text: 'Somebody on this network tried many links that don’t exist. Wait a minute, then scan the code again.',
    },
    unavailable: {
      title: 'One moment, please',
      text: 'We can’t respond right now. Scan the code again in a few seconds.',
    },
  },
  actions: {
    report: 'Report this code',
    visit: 'Continue to the website',
    call: 'Call',
    mail: 'Email',
    website: 'Website',
    map: 'Open in maps',
    save: 'Save to contacts',
    calendar: 'Add to calendar',
  },
};
