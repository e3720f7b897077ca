import type { VisitorWords } from './visitor-words.ts';

export const da: VisitorWords = {
  pages: {
    not_found: {
      title: 'Dette link virker ikke',
      text: 'Det findes ikke eller er blevet fjernet. Hvis det er trykt et sted, så fortæl ejeren det.',
    },
    blocked: {
      title: 'Dette link er blokeret',
      text: 'Vi har blokeret det, fordi målet kan være skadeligt. Du behøver ikke gøre noget.',
    },
    expired: {
      title: 'Denne kode er udløbet',
      text: 'Den var gyldig i en begrænset periode.',
    },
    scan_limit_reached: {
      title: 'Denne kode har nået sin grænse',
      text: 'Den kunne bruges et begrænset antal gange.',
    },
    misdirected: {
      title: 'Denne adresse virker ikke',
      text: 'Den er ikke sat op her. Hvis den er trykt et sted, så fortæl ejeren det.',
    },
    domain_root: {
      title: 'Denne adresse er til korte links',
      text: 'Scan en kode for at åbne dens mål.',
    },
    preview: {
      title: 'Denne kode kan bruges et begrænset antal gange',
      text: 'Åbn den i din browser for at bruge den. Forhåndsvisninger tæller ikke.',
    },
    rate_limited: {
      title: 'For mange ukendte links',
      text: 'Nogen på dette netværk har prøvet mange links, der ikke findes. Vent et minut, og scan koden igen.',
    },
    unavailable: {
      title: 'Et øjeblik',
      text: 'Vi kan ikke svare lige nu. Scan koden igen om nogle sekunder.',
    },
  },
  actions: {
    report: 'Anmeld denne kode',
    visit: 'Fortsæt til webstedet',
    call: 'Ring op',
    mail: 'E-mail',
    website: 'Websted',
    map: 'Åbn i kort',
    save: 'Gem i kontakter',
    calendar: 'Føj til kalender',
  },
};
