import type { VisitorWords } from './visitor-words.ts';

export const it: VisitorWords = {
  pages: {
    not_found: {
      title: 'Questo link non funziona',
      text: 'Non esiste o è stato rimosso. Se è stampato da qualche parte, avvisa il proprietario.',
    },
    blocked: {
      title: 'Questo link è bloccato',
      text: 'Lo abbiamo bloccato perché la destinazione potrebbe essere dannosa. Non devi fare nulla.',
    },
    expired: {
      title: 'Questo codice è scaduto',
      text: 'Era valido per un periodo limitato.',
    },
    scan_limit_reached: {
      title: 'Questo codice ha raggiunto il limite',
      text: 'Poteva essere usato un numero limitato di volte.',
    },
    misdirected: {
      title: 'Questo indirizzo non funziona',
      text: 'Non è configurato qui. Se è stampato da qualche parte, avvisa il proprietario.',
    },
    domain_root: {
      title: 'Questo indirizzo serve per i link brevi',
      text: 'Scansiona un codice per aprire la sua destinazione.',
    },
    preview: {
      title: 'Questo codice può essere usato un numero limitato di volte',
      text: 'Aprilo nel browser per usarlo. Le anteprime non contano.',
    },
    rate_limited: {
      title: 'Troppi link sconosciuti',
      text: 'Qualcuno su questa rete ha provato molti link inesistenti. Attendi un minuto e scansiona di nuovo il codice.',
    },
    unavailable: {
      title: 'Un momento, per favore',
      text: 'Al momento non possiamo rispondere. Scansiona di nuovo il codice tra qualche secondo.',
    },
  },
  actions: {
    report: 'Segnala questo codice',
    visit: 'Continua sul sito',
    call: 'Chiama',
    mail: 'E-mail',
    website: 'Sito web',
    map: 'Apri nelle mappe',
    save: 'Salva nei contatti',
    calendar: 'Aggiungi al calendario',
  },
};
