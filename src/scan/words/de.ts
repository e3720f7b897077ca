import type { VisitorWords } from './visitor-words.ts';

export const de: VisitorWords = {
  pages: {
    not_found: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Er existiert nicht oder wurde entfernt. Falls er irgendwo aufgedruckt ist, sag bitte dem Inhaber Bescheid.',
    },
    blocked: {
      title: 'Dieser Link ist gesperrt',
      text: 'Wir haben ihn gesperrt, weil sein Ziel schädlich sein könnte. Du musst nichts tun.',
    },
    expired: {
      title: 'Dieser Code ist abgelaufen',
      text: 'Er war nur für begrenzte Zeit gültig.',
    },
    scan_limit_reached: {
      title: 'Dieser Code hat sein Limit erreicht',
      text: 'Er konnte nur begrenzt oft benutzt werden.',
    },
    misdirected: {
      title: 'Diese Adresse funktioniert nicht',
      text: 'Sie ist hier nicht eingerichtet. Falls sie irgendwo aufgedruckt ist, sag bitte dem Inhaber Bescheid.',
    },
    domain_root: {
      title: 'Diese Adresse ist für Kurzlinks',
      text: 'Scanne einen Code, um sein Ziel zu öffnen.',
    },
    preview: {
      title: 'Dieser Code kann nur begrenzt oft benutzt werden',
      text: 'Öffne ihn im Browser, um ihn zu benutzen. Vorschauen zählen nicht.',
    },
    rate_limited: {
      title: 'Zu viele unbekannte Links',
      text: 'Jemand in diesem Netz hat viele Links aufgerufen, die es nicht gibt. Warte eine Minute und scanne den Code noch einmal.',
    },
    unavailable: {
      title: 'Einen Moment bitte',
      text: 'Wir können gerade nicht antworten. Scanne den Code in ein paar Sekunden noch einmal.',
    },
  },
  actions: {
    report: 'Diesen Code melden',
    visit: 'Weiter zur Website',
    call: 'Anrufen',
    mail: 'E-Mail',
    website: 'Website',
    map: 'In Karten öffnen',
    save: 'In Kontakte speichern',
    calendar: 'Zum Kalender hinzufügen',
  },
};
