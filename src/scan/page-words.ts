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
      title: 'Dieser Code führt nirgendwohin',
      text: 'Den Link gibt es nicht, oder er wurde entfernt. Falls er irgendwo aufgedruckt ist, frag dort nach.',
    },
    blocked: {
      title: 'Dieser Link ist gesperrt',
      text: 'Wir haben ihn angehalten, weil er zu etwas Schädlichem führen könnte. Du musst nichts tun.',
    },
    expired: {
      title: 'Dieser Code ist abgelaufen',
      text: 'Er galt nur eine begrenzte Zeit, und die ist vorbei.',
    },
    scan_limit_reached: {
      title: 'Dieser Code ist aufgebraucht',
      text: 'Er konnte nur eine begrenzte Anzahl von Malen gescannt werden.',
    },
    misdirected: {
      title: 'Diese Adresse führt nirgendwohin',
      text: 'Sie ist hier nicht eingerichtet. Falls sie irgendwo aufgedruckt ist, frag dort nach.',
    },
    domain_root: {
      title: 'Hier wohnen Links',
      text: 'Scanne einen Code, um weiterzukommen: Diese Adresse ist nur der Anfang eines Links.',
    },
    preview: {
      title: 'Dieser Code kann nur begrenzt oft benutzt werden',
      text: 'Öffne ihn im Browser, um ihn zu benutzen. Vorschauen zählen nicht.',
    },
    rate_limited: {
      title: 'Zu viele unbekannte Links',
      text: 'Aus diesem Netz wurden viele Links versucht, die es nicht gibt. Warte eine Minute und scanne den Code noch einmal.',
    },
    unavailable: {
      title: 'Einen Moment bitte',
      text: 'Wir können gerade nicht antworten. Scanne den Code in ein paar Sekunden noch einmal.',
    },
  },
  fr: {
    not_found: {
      title: 'Ce code ne mène nulle part',
      text: 'Le lien n’existe pas ou a été retiré. S’il est imprimé quelque part, demandez à qui l’y a mis.',
    },
    blocked: {
      title: 'Ce lien est bloqué',
      text: 'Nous l’avons arrêté, car il pourrait mener à un contenu dangereux. Vous n’avez rien à faire.',
    },
    expired: {
      title: 'Ce code a expiré',
      text: 'Il était valable pour une durée limitée, désormais écoulée.',
    },
    scan_limit_reached: {
      title: 'Ce code est épuisé',
      text: 'Il ne pouvait être scanné qu’un nombre limité de fois, et ce nombre est atteint.',
    },
    misdirected: {
      title: 'Cette adresse ne mène nulle part',
      text: 'Elle n’est pas configurée ici. Si elle est imprimée quelque part, demandez à qui l’y a mise.',
    },
    domain_root: {
      title: 'Ici vivent des liens',
      text: 'Scannez un code pour aller plus loin : cette adresse n’est que le début d’un lien.',
    },
    preview: {
      title: 'Ce code ne peut être utilisé qu’un nombre limité de fois',
      text: 'Ouvrez-le dans votre navigateur pour l’utiliser. Les aperçus ne comptent pas.',
    },
    rate_limited: {
      title: 'Trop de liens inconnus',
      text: 'De nombreux liens inexistants ont été essayés depuis ce réseau. Attendez une minute, puis scannez de nouveau le code.',
    },
    unavailable: {
      title: 'Un instant, s’il vous plaît',
      text: 'Nous ne pouvons pas répondre pour le moment. Scannez de nouveau le code dans quelques secondes.',
    },
  },
  es: {
    not_found: {
      title: 'Este código no lleva a ninguna parte',
      text: 'El enlace no existe o se retiró. Si está impreso en algún sitio, pregunta a quien lo puso allí.',
    },
    blocked: {
      title: 'Este enlace está bloqueado',
      text: 'Lo detuvimos porque podría llevar a algo dañino. No tienes que hacer nada.',
    },
    expired: { title: 'Este código ha caducado', text: 'Era válido por un tiempo limitado, que ya terminó.' },
    scan_limit_reached: {
      title: 'Este código está agotado',
      text: 'Solo podía escanearse un número limitado de veces, y ya se alcanzó.',
    },
    misdirected: {
      title: 'Esta dirección no lleva a ninguna parte',
      text: 'No está configurada aquí. Si está impresa en algún sitio, pregunta a quien la puso allí.',
    },
    domain_root: {
      title: 'Aquí viven enlaces',
      text: 'Escanea un código para llegar a algún sitio: esta dirección es solo el comienzo de un enlace.',
    },
    preview: {
      title: 'Este código solo puede usarse un número limitado de veces',
      text: 'Ábrelo en tu navegador para usarlo. Las vistas previas no cuentan.',
    },
    rate_limited: {
      title: 'Demasiados enlaces desconocidos',
      text: 'Desde esta red se probaron muchos enlaces que no existen. Espera un minuto y vuelve a escanear el código.',
    },
    unavailable: {
      title: 'Un momento, por favor',
      text: 'Ahora no podemos responder. Vuelve a escanear el código en unos segundos.',
    },
  },
  pt: {
    not_found: {
      title: 'Este código não leva a lugar nenhum',
      text: 'O link não existe ou foi retirado. Se estiver impresso em algum lugar, pergunte a quem o colocou lá.',
    },
    blocked: {
      title: 'Este link foi bloqueado',
      text: 'Nós o interrompemos porque pode levar a algo prejudicial. Você não precisa fazer nada.',
    },
    expired: { title: 'Este código expirou', text: 'Ele era válido por tempo limitado, que já terminou.' },
    scan_limit_reached: {
      title: 'Este código se esgotou',
      text: 'Ele só podia ser lido um número limitado de vezes, e esse número foi atingido.',
    },
    misdirected: {
      title: 'Este endereço não leva a lugar nenhum',
      text: 'Ele não está configurado aqui. Se estiver impresso em algum lugar, pergunte a quem o colocou lá.',
    },
    domain_root: {
      title: 'Aqui moram links',
      text: 'Leia um código para chegar a algum lugar: este endereço é apenas o começo de um link.',
    },
    preview: {
      title: 'Este código só pode ser usado um número limitado de vezes',
      text: 'Abra-o no navegador para usá-lo. Pré-visualizações não contam.',
    },
    rate_limited: {
      title: 'Links desconhecidos demais',
      text: 'Muitos links que não existem foram tentados a partir desta rede. Espere um minuto e leia o código novamente.',
    },
    unavailable: {
      title: 'Um momento, por favor',
      text: 'Não conseguimos responder agora. Leia o código novamente em alguns segundos.',
    },
  },
  ja: {
    not_found: {
      title: 'このコードの行き先はありません',
      text: 'リンクが存在しないか、取り下げられました。印刷物に付いている場合は、配布元にお問い合わせください。',
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
      title: 'このアドレスの行き先はありません',
      text: 'ここでは設定されていません。印刷物に付いている場合は、配布元にお問い合わせください。',
    },
    domain_root: {
      title: 'リンクの入口です',
      text: 'コードを読み取ってお進みください。このアドレスはリンクの先頭部分です。',
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
      title: '此二维码没有指向任何内容',
      text: '链接不存在或已被撤下。如果它印在某处，请询问放置它的人。',
    },
    blocked: {
      title: '此链接已被阻止',
      text: '它可能指向有害内容，因此我们已将其停用。您无需进行任何操作。',
    },
    expired: { title: '此二维码已过期', text: '它仅在限定时间内有效，现已结束。' },
    scan_limit_reached: { title: '此二维码已用完', text: '它只能被扫描有限的次数，现已全部用尽。' },
    misdirected: {
      title: '此地址没有指向任何内容',
      text: '它未在此处设置。如果它印在某处，请询问放置它的人。',
    },
    domain_root: { title: '这里存放着链接', text: '请扫描二维码以继续：此地址只是链接的开头。' },
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
