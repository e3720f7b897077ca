import type { VisitorWords } from './visitor-words.ts';

export const pl: VisitorWords = {
  pages: {
    not_found: {
      title: 'Ten link nie działa',
      text: 'Nie istnieje lub został usunięty. Jeśli jest gdzieś wydrukowany, powiadom właściciela.',
    },
    blocked: {
      title: 'Ten link jest zablokowany',
      text: 'Zablokowaliśmy go, ponieważ strona docelowa może być szkodliwa. Nie musisz nic robić.',
    },
    expired: {
      title: 'Ten kod wygasł',
      text: 'Był ważny przez ograniczony czas.',
    },
    scan_limit_reached: {
      title: 'Ten kod osiągnął limit',
      text: 'Można go było użyć ograniczoną liczbę razy.',
    },
    misdirected: {
      title: 'Ten adres nie działa',
      text: 'Nie jest tu skonfigurowany. Jeśli jest gdzieś wydrukowany, powiadom właściciela.',
    },
    domain_root: {
      title: 'Ten adres służy do krótkich linków',
      text: 'Zeskanuj kod, aby otworzyć stronę docelową.',
    },
    preview: {
      title: 'Tego kodu można użyć ograniczoną liczbę razy',
      text: 'Otwórz go w przeglądarce, aby go użyć. Podgląd się nie liczy.',
    },
    rate_limited: {
      title: 'Zbyt wiele nieznanych linków',
      text: 'Ktoś w tej sieci próbował wielu nieistniejących linków. Odczekaj minutę i zeskanuj kod ponownie.',
    },
    unavailable: {
      title: 'Chwileczkę',
      text: 'Nie możemy teraz odpowiedzieć. Zeskanuj kod ponownie za kilka sekund.',
    },
  },
  actions: {
    report: 'Zgłoś ten kod',
    visit: 'Przejdź do strony',
    call: 'Zadzwoń',
    mail: 'E-mail',
    website: 'Strona internetowa',
    map: 'Otwórz w mapach',
    save: 'Zapisz w kontaktach',
    calendar: 'Dodaj do kalendarza',
  },
};
