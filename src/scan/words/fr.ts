import type { VisitorWords } from './visitor-words.ts';

export const fr: VisitorWords = {
  pages: {
    not_found: {
      title: 'Ce lien ne fonctionne pas',
      text: 'Il n’existe pas ou a été supprimé. S’il est imprimé quelque part, merci de prévenir son propriétaire.',
    },
    blocked: {
      title: 'Ce lien est bloqué',
      text: 'Nous l’avons bloqué, car sa destination pourrait être dangereuse. Vous n’avez rien à faire.',
    },
    expired: {
      title: 'Ce code a expiré',
      text: 'Il était valable pour une durée limitée.',
    },
    scan_limit_reached: {
      title: 'Ce code a atteint sa limite',
      text: 'Il ne pouvait être utilisé qu’un nombre limité de fois.',
    },
    misdirected: {
      title: 'Cette adresse ne fonctionne pas',
      text: 'Elle n’est pas configurée ici. Si elle est imprimée quelque part, merci de prévenir son propriétaire.',
    },
    domain_root: {
      title: 'Cette adresse sert aux liens courts',
      text: 'Scannez un code pour ouvrir sa destination.',
    },
    preview: {
      title: 'Ce code ne peut être utilisé qu’un nombre limité de fois',
      text: 'Ouvrez-le dans votre navigateur pour l’utiliser. Les aperçus ne comptent pas.',
    },
    rate_limited: {
      title: 'Trop de liens inconnus',
      text: 'Quelqu’un sur ce réseau a essayé de nombreux liens inexistants. Attendez une minute, puis scannez de nouveau le code.',
    },
    unavailable: {
      title: 'Un instant, s’il vous plaît',
      text: 'Nous ne pouvons pas répondre pour le moment. Scannez de nouveau le code dans quelques secondes.',
    },
  },
  actions: {
    report: 'Signaler ce code',
    visit: 'Continuer vers le site',
    call: 'Appeler',
    mail: 'E-mail',
    website: 'Site web',
    map: 'Ouvrir dans Maps',
    save: 'Ajouter aux contacts',
    calendar: 'Ajouter au calendrier',
  },
};
