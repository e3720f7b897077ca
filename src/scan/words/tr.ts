import type { VisitorWords } from './visitor-words.ts';

export const tr: VisitorWords = {
  pages: {
    not_found: {
      title: 'Bu bağlantı çalışmıyor',
      text: 'Böyle bir bağlantı yok ya da kaldırılmış. Bir yerde basılıysa lütfen sahibine haber verin.',
    },
    blocked: {
      title: 'Bu bağlantı engellendi',
      text: 'Hedefi zararlı olabileceği için engelledik. Bir şey yapmanız gerekmez.',
    },
    expired: {
      title: 'Bu kodun süresi doldu',
      text: 'Sınırlı bir süre için geçerliydi.',
    },
    scan_limit_reached: {
      title: 'Bu kod sınırına ulaştı',
      text: 'Sınırlı sayıda kullanılabiliyordu.',
    },
    misdirected: {
      title: 'Bu adres çalışmıyor',
      text: 'Burada ayarlanmamış. Bir yerde basılıysa lütfen sahibine haber verin.',
    },
    domain_root: {
      title: 'Bu adres kısa bağlantılar içindir',
      text: 'Hedefini açmak için bir kod tarayın.',
    },
    preview: {
      title: 'Bu kod sınırlı sayıda kullanılabilir',
      text: 'Kullanmak için tarayıcınızda açın. Önizlemeler sayılmaz.',
    },
    rate_limited: {
      title: 'Çok fazla bilinmeyen bağlantı',
      text: 'Bu ağdan biri, var olmayan birçok bağlantıyı denedi. Bir dakika bekleyip kodu yeniden tarayın.',
    },
    unavailable: {
      title: 'Bir dakika lütfen',
      text: 'Şu anda yanıt veremiyoruz. Birkaç saniye sonra kodu yeniden tarayın.',
    },
  },
  actions: {
    report: 'Bu kodu bildir',
    visit: 'Web sitesine git',
    call: 'Ara',
    mail: 'E-posta',
    website: 'Web sitesi',
    map: 'Haritada aç',
    save: 'Kişilere kaydet',
    calendar: 'Takvime ekle',
  },
};
