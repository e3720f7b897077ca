import type { PageKind } from './page-kinds.ts';

export interface Words {
  title: string;
  text: string;
}

export type Language = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh';

const words: Record<Language, Record<PageKind, Words>> = {
  en: {
    not_found: {
      title: 'This link doesn’t work',
      text: 'It doesn’t exist or was removed. If it is printed on something, please tell the owner.',
    },
    blocked: {
      title: 'This link is blocked',
      text: 'We blocked it because its destination may be harmful. You don’t have to do anything.',
    },
    expired: {
      title: 'This code has expired',
      text: 'It was valid for a limited time.',
    },
    scan_limit_reached: {
      title: 'This code has reached its limit',
      text: 'It could be used a limited number of times.',
    },
    misdirected: {
      title: 'This address doesn’t work',
      text: 'It isn’t set up here. If it is printed on something, please tell the owner.',
    },
    domain_root: {
      title: 'This address is for short links',
      text: 'Scan a code to open its destination.',
    },
    preview: {
      title: 'This code can be used a limited number of times',
      text: 'Open it in your browser to use it. Previews don’t count.',
    },
    rate_limited: {
      title: 'Too many unknown links',
      text: 'Somebody on this network tried many links that don’t exist. Wait a minute, then scan the code again.',
    },
    unavailable: {
      title: 'One moment, please',
      text: 'We can’t respond right now. Scan the code again in a few seconds.',
    },
  },
  de: {
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
  fr: {
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
  es: {
    not_found: {
      title: 'Este enlace no funciona',
      text: 'No existe o se eliminó. Si está impreso en algún sitio, avisa a su propietario.',
    },
    blocked: {
      title: 'Este enlace está bloqueado',
      text: 'Lo bloqueamos porque su destino podría ser dañino. No tienes que hacer nada.',
    },
    expired: { title: 'Este código ha caducado', text: 'Era válido por un tiempo limitado.' },
    scan_limit_reached: {
      title: 'Este código ha alcanzado su límite',
      text: 'Solo podía usarse un número limitado de veces.',
    },
    misdirected: {
      title: 'Esta dirección no funciona',
      text: 'No está configurada aquí. Si está impresa en algún sitio, avisa a su propietario.',
    },
    domain_root: {
      title: 'Esta dirección es para enlaces cortos',
      text: 'Escanea un código para abrir su destino.',
    },
    preview: {
      title: 'Este código solo puede usarse un número limitado de veces',
      text: 'Ábrelo en tu navegador para usarlo. Las vistas previas no cuentan.',
    },
    rate_limited: {
      title: 'Demasiados enlaces desconocidos',
      text: 'Alguien en esta red probó muchos enlaces que no existen. Espera un minuto y vuelve a escanear el código.',
    },
    unavailable: {
      title: 'Un momento, por favor',
      text: 'Ahora no podemos responder. Vuelve a escanear el código en unos segundos.',
    },
  },
  pt: {
    not_found: {
      title: 'Este link não funciona',
      text: 'Ele não existe ou foi removido. Se estiver impresso em algum lugar, avise o proprietário.',
    },
    blocked: {
      title: 'Este link foi bloqueado',
      text: 'Nós o bloqueamos porque o destino pode ser prejudicial. Você não precisa fazer nada.',
    },
    expired: { title: 'Este código expirou', text: 'Ele era válido por tempo limitado.' },
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
  ja: {
    not_found: {
      title: 'このリンクは使用できません',
      text: '存在しないか、削除されました。印刷物に付いている場合は、配布元にお知らせください。',
    },
    blocked: {
      title: 'このリンクはブロックされています',
      text: '有害なページにつながるおそれがあるため停止しました。お客様の操作は必要ありません。',
    },
    expired: { title: 'このコードは期限切れです', text: '有効期間が終了しました。' },
    scan_limit_reached: {
      title: 'このコードは上限に達しました',
      text: '読み取れる回数に限りがあり、すべて使われました。',
    },
    misdirected: {
      title: 'このアドレスは使用できません',
      text: 'ここでは設定されていません。印刷物に付いている場合は、配布元にお知らせください。',
    },
    domain_root: {
      title: '短縮リンク用のアドレスです',
      text: 'コードを読み取ると、リンク先が開きます。',
    },
    preview: {
      title: 'このコードは利用回数に限りがあります',
      text: 'ブラウザで開いてご利用ください。プレビューは回数に含まれません。',
    },
    rate_limited: {
      title: '存在しないリンクが多すぎます',
      text: 'このネットワークから、存在しないリンクが多数試されました。1分ほど待ってから、もう一度コードを読み取ってください。',
    },
    unavailable: {
      title: '少々お待ちください',
      text: 'ただいま応答できません。数秒後にもう一度コードを読み取ってください。',
    },
  },
  zh: {
    not_found: {
      title: '此链接无法使用',
      text: '它不存在或已被删除。如果它印在某处，请告知其所有者。',
    },
    blocked: {
      title: '此链接已被阻止',
      text: '它可能指向有害内容，因此我们已将其停用。您无需进行任何操作。',
    },
    expired: { title: '此二维码已过期', text: '它仅在限定时间内有效，现已结束。' },
    scan_limit_reached: { title: '此二维码已达到使用上限', text: '它只能使用有限的次数。' },
    misdirected: {
      title: '此地址无法使用',
      text: '它未在此处设置。如果它印在某处，请告知其所有者。',
    },
    domain_root: { title: '此地址用于短链接', text: '请扫描二维码以打开其目标页面。' },
    preview: { title: '此二维码的使用次数有限', text: '请在浏览器中打开以使用。预览不计入次数。' },
    rate_limited: {
      title: '未知链接过多',
      text: '此网络尝试了许多不存在的链接。请等待一分钟后再次扫描二维码。',
    },
    unavailable: { title: '请稍候', text: '我们暂时无法响应，请几秒后再次扫描。' },
  },
};

const acceptedMax = 20;

/** The first preferred language of the visitor that we have. */
export function chooseLanguage(acceptLanguage: string): Language {
  const wanted = acceptLanguage
    .split(',', acceptedMax)
    .map((entry) => {
      const [tag = '', quality] = entry
        .trim()
        .toLowerCase()
        .split(/;\s*q=/);
      return { language: tag.slice(0, 2), quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ language, quality }) => quality > 0 && Object.hasOwn(words, language))
    .sort((a, b) => b.quality - a.quality);
  return (wanted[0]?.language as Language | undefined) ?? 'en';
}

export function pageWords(kind: PageKind, language: Language): Words {
  return words[language][kind];
}
