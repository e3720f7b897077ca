import type { VisitorWords } from './visitor-words.ts';

export const cs: VisitorWords = {
  pages: {
    not_found: {
      title: 'Tento odkaz nefunguje',
      text: 'Neexistuje nebo byl odstraněn. Pokud je někde vytištěný, dejte prosím vědět jeho vlastníkovi.',
    },
    blocked: {
      title: 'Tento odkaz je zablokovaný',
      text: 'Zablokovali jsme ho, protože jeho cíl může být škodlivý. Nemusíte nic dělat.',
    },
    expired: {
      title: 'Platnost tohoto kódu skončila',
      text: 'Platil jen po omezenou dobu.',
    },
    scan_limit_reached: {
      title: 'Tento kód dosáhl svého limitu',
      text: 'Počet jeho použití byl omezen.',
    },
    misdirected: {
      title: 'Tato adresa nefunguje',
      text: 'Není zde nastavena. Pokud je někde vytištěná, dejte prosím vědět jejímu vlastníkovi.',
    },
    domain_root: {
      title: 'Tato adresa slouží pro krátké odkazy',
      text: 'Naskenujte kód a otevře se jeho cíl.',
    },
    preview: {
      title: 'Tento kód má omezený počet použití',
      text: 'Použijte ho otevřením v prohlížeči. Náhledy se nepočítají.',
    },
    rate_limited: {
      title: 'Příliš mnoho neznámých odkazů',
      text: 'Někdo v této síti zkoušel mnoho neexistujících odkazů. Počkejte minutu a naskenujte kód znovu.',
    },
    unavailable: {
      title: 'Okamžik, prosím',
      text: 'Právě teď nemůžeme odpovědět. Naskenujte kód znovu za několik sekund.',
    },
  },
  actions: {
    report: 'Nahlásit tento kód',
    visit: 'Přejít na web',
    call: 'Zavolat',
    mail: 'E-mail',
    website: 'Web',
    map: 'Otevřít v mapách',
    save: 'Uložit do kontaktů',
    calendar: 'Přidat do kalendáře',
  },
};
