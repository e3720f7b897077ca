import type { VisitorWords } from './visitor-words.ts';

export const nl: VisitorWords = {
  pages: {
    not_found: {
      title: 'Deze link werkt niet',
      text: 'Hij bestaat niet of is verwijderd. Staat hij ergens afgedrukt, laat het de eigenaar dan weten.',
    },
    blocked: {
      title: 'Deze link is geblokkeerd',
      text: 'We hebben hem geblokkeerd omdat de bestemming schadelijk kan zijn. Je hoeft niets te doen.',
    },
    expired: {
      title: 'Deze code is verlopen',
      text: 'Hij was beperkte tijd geldig.',
    },
    scan_limit_reached: {
      title: 'Deze code heeft zijn limiet bereikt',
      text: 'Hij kon een beperkt aantal keren worden gebruikt.',
    },
    misdirected: {
      title: 'Dit adres werkt niet',
      text: 'Het is hier niet ingesteld. Staat het ergens afgedrukt, laat het de eigenaar dan weten.',
    },
    domain_root: {
      title: 'Dit adres is voor korte links',
      text: 'Scan een code om de bestemming te openen.',
    },
    preview: {
      title: 'Deze code kan een beperkt aantal keren worden gebruikt',
      text: 'Open hem in je browser om hem te gebruiken. Voorvertoningen tellen niet mee.',
    },
    rate_limited: {
      title: 'Te veel onbekende links',
      text: 'Iemand op dit netwerk heeft veel links geprobeerd die niet bestaan. Wacht een minuut en scan de code opnieuw.',
    },
    unavailable: {
      title: 'Een ogenblik geduld',
      text: 'We kunnen nu niet reageren. Scan de code over een paar seconden opnieuw.',
    },
  },
  actions: {
    report: 'Deze code melden',
    visit: 'Door naar de website',
    call: 'Bellen',
    mail: 'E-mailen',
    website: 'Website',
    map: 'Openen in kaarten',
    save: 'Opslaan in contacten',
    calendar: 'Toevoegen aan agenda',
  },
};
