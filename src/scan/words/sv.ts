import type { VisitorWords } from './visitor-words.ts';

export const sv: VisitorWords = {
  pages: {
    not_found: {
      title: 'Den här länken fungerar inte',
      text: 'Den finns inte eller har tagits bort. Om den är tryckt någonstans, meddela ägaren.',
    },
    blocked: {
      title: 'Den här länken är spärrad',
      text: 'Vi har spärrat den eftersom målet kan vara skadligt. Du behöver inte göra något.',
    },
    expired: {
      title: 'Den här koden har gått ut',
      text: 'Den gällde under en begränsad tid.',
    },
    scan_limit_reached: {
      title: 'Den här koden har nått sin gräns',
      text: 'Den kunde användas ett begränsat antal gånger.',
    },
    misdirected: {
      title: 'Den här adressen fungerar inte',
      text: 'Den är inte inställd här. Om den är tryckt någonstans, meddela ägaren.',
    },
    domain_root: {
      title: 'Den här adressen är för korta länkar',
      text: 'Skanna en kod för att öppna dess mål.',
    },
    preview: {
      title: 'Den här koden kan användas ett begränsat antal gånger',
      text: 'Öppna den i webbläsaren för att använda den. Förhandsvisningar räknas inte.',
    },
    rate_limited: {
      title: 'För många okända länkar',
      text: 'Någon i det här nätverket har provat många länkar som inte finns. Vänta en minut och skanna koden igen.',
    },
    unavailable: {
      title: 'Ett ögonblick',
      text: 'Vi kan inte svara just nu. Skanna koden igen om några sekunder.',
    },
  },
  actions: {
    report: 'Anmäl den här koden',
    visit: 'Fortsätt till webbplatsen',
    call: 'Ring',
    mail: 'E-post',
    website: 'Webbplats',
    map: 'Öppna i kartor',
    save: 'Spara i kontakter',
    calendar: 'Lägg till i kalendern',
  },
};
