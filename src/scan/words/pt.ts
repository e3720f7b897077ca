import type { VisitorWords } from './visitor-words.ts';

export const pt: VisitorWords = {
  pages: {
    not_found: {
      title: 'Este link não funciona',
      text: 'Ele não existe ou foi removido. Se estiver impresso em algum lugar, avise o proprietário.',
    },
    blocked: {
      title: 'Este link foi bloqueado',
      text: 'Nós o bloqueamos porque o destino pode ser prejudicial. Você não precisa fazer nada.',
    },
    expired: {
      title: 'Este código expirou',
      text: 'Ele era válido por tempo limitado.',
    },
    scan_limit_reached: {
      title: 'Este código atingiu o limite',
      text: 'Ele só podia ser usado um número limitado de vezes.',
    },
    misdirected: {
      title: 'Este endereço não funciona',
      text: 'Ele não está configurado aqui. Se estiver impresso em algum lugar, avise o proprietário.',
    },
    domain_root: {
      title: 'Este endereço é para links curtos',
      text: 'Leia um código para abrir o destino.',
    },
    preview: {
      title: 'Este código só pode ser usado um número limitado de vezes',
      text: 'Abra-o no navegador para usá-lo. Pré-visualizações não contam.',
    },
    rate_limited: {
      title: 'Links desconhecidos demais',
      text: 'Alguém nesta rede tentou muitos links que não existem. Espere um minuto e leia o código novamente.',
    },
    unavailable: {
      title: 'Um momento, por favor',
      text: 'Não conseguimos responder agora. Leia o código novamente em alguns segundos.',
    },
  },
  actions: {
    report: 'Denunciar este código',
    visit: 'Continuar para o site',
    call: 'Ligar',
    mail: 'E-mail',
    website: 'Site',
    map: 'Abrir no mapa',
    save: 'Salvar nos contatos',
    calendar: 'Adicionar ao calendário',
  },
};
