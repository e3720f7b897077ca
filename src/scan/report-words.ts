import type { Language } from './page-words.ts';

/** The form has fewer languages than the pages: it is in English for the others. */
export type FormLanguage = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh';

export const reportReasons = ['phishing', 'malware', 'scam', 'illegal', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** All texts of the report form and its status page. */
export interface ReportWords {
  title: string;
  intro: string;
  code: string;
  reason: string;
  reasons: Record<ReportReason, string>;
  details: string;
  contact: string;
  send: string;
  /** Errors in the input. */
  incomplete: string;
  tooMany: string;
  thanks: string;
  status: string;
  states: { open: string; closed: string; blocked: string };
  unknown: string;
}

const reportWords: Record<FormLanguage, ReportWords> = {
  en: {
    title: 'Report a code',
    intro: 'Tell us if a code opens something harmful. A person reviews every report.',
    code: 'Code or link',
    reason: 'What is wrong?',
    reasons: {
      phishing: 'It asks for passwords or card numbers',
      malware: 'It installs something',
      scam: 'It is a scam',
      illegal: 'It shows something illegal',
      other: 'Something else',
    },
    details: 'What did you see? (optional)',
    contact: 'Your email address, if we may contact you (optional)',
    send: 'Send report',
    incomplete: 'Please enter the code or its link, and choose what is wrong.',
    tooMany: 'We received too many reports from this network. Try again later.',
    thanks: 'Thank you. Save the address of this page to see the status of your report.',
    status: 'Your report',
    states: {
      open: 'We received your report and will review it.',
      closed: 'We reviewed the code and didn’t block it.',
      blocked: 'We blocked the code. It no longer redirects.',
    },
    unknown: 'There is no such report, or it is too old.',
  },
  de: {
    title: 'Einen Code melden',
    intro: 'Sag uns, wenn ein Code zu etwas Schädlichem führt. Jede Meldung wird von einem Menschen geprüft.',
    code: 'Code oder Link',
    reason: 'Was stimmt nicht?',
    reasons: {
      phishing: 'Er fragt nach Passwörtern oder Kartennummern',
      malware: 'Er installiert etwas',
      scam: 'Er ist Betrug',
      illegal: 'Er zeigt etwas Verbotenes',
      other: 'Etwas anderes',
    },
    details: 'Was hast du gesehen? (freiwillig)',
    contact: 'Deine E-Mail-Adresse für Rückfragen (freiwillig)',
    send: 'Meldung senden',
    incomplete: 'Bitte gib den Code oder seinen Link ein und wähle, was nicht stimmt.',
    tooMany: 'Aus diesem Netz kamen zu viele Meldungen. Versuche es später noch einmal.',
    thanks: 'Danke. Speichere die Adresse dieser Seite, um den Stand deiner Meldung zu sehen.',
    status: 'Deine Meldung',
    states: {
      open: 'Wir haben deine Meldung erhalten und prüfen sie.',
      closed: 'Wir haben den Code geprüft und nicht gesperrt.',
      blocked: 'Wir haben den Code gesperrt. Er leitet nicht mehr weiter.',
    },
    unknown: 'Diese Meldung gibt es nicht, oder sie ist zu alt.',
  },
  fr: {
    title: 'Signaler un code',
    intro:
      'Dites-nous si un code mène à un contenu dangereux. Chaque signalement est examiné par une personne.',
    code: 'Code ou lien',
    reason: 'Quel est le problème ?',
    reasons: {
      phishing: 'Il demande des mots de passe ou des numéros de carte',
      malware: 'Il installe quelque chose',
      scam: 'C’est une arnaque',
      illegal: 'Il montre un contenu illégal',
      other: 'Autre chose',
    },
    details: 'Qu’avez-vous vu ? (facultatif)',
    contact: 'Votre adresse e-mail, si nous pouvons vous écrire (facultatif)',
    send: 'Envoyer le signalement',
    incomplete: 'Indiquez le code ou son lien et choisissez le problème.',
    tooMany: 'Trop de signalements viennent de ce réseau. Réessayez plus tard.',
    thanks: 'Merci. Gardez cette adresse pour suivre votre signalement.',
    status: 'Votre signalement',
    states: {
      open: 'Nous avons reçu votre signalement et allons l’examiner.',
      closed: 'Nous avons examiné le code et ne l’avons pas bloqué.',
      blocked: 'Nous avons bloqué le code. Il ne redirige plus.',
    },
    unknown: 'Ce signalement n’existe pas ou est trop ancien.',
  },
  es: {
    title: 'Denunciar un código',
    intro: 'Dinos si un código lleva a algo dañino. Una persona revisa cada denuncia.',
    code: 'Código o enlace',
    reason: '¿Qué ocurre?',
    reasons: {
      phishing: 'Pide contraseñas o números de tarjeta',
      malware: 'Instala algo',
      scam: 'Es una estafa',
      illegal: 'Muestra algo ilegal',
      other: 'Otra cosa',
    },
    details: '¿Qué viste? (opcional)',
    contact: 'Tu correo electrónico, si podemos escribirte (opcional)',
    send: 'Enviar denuncia',
    incomplete: 'Indica el código o su enlace y elige qué ocurre.',
    tooMany: 'Llegaron demasiadas denuncias desde esta red. Inténtalo más tarde.',
    thanks: 'Gracias. Guarda esta dirección para ver qué pasa con tu denuncia.',
    status: 'Tu denuncia',
    states: {
      open: 'Recibimos tu denuncia y la revisaremos.',
      closed: 'Revisamos el código y no lo bloqueamos.',
      blocked: 'Bloqueamos el código. Ya no redirige.',
    },
    unknown: 'Esta denuncia no existe o es demasiado antigua.',
  },
  pt: {
    title: 'Denunciar um código',
    intro: 'Avise-nos se um código leva a algo prejudicial. Uma pessoa analisa cada denúncia.',
    code: 'Código ou link',
    reason: 'Qual é o problema?',
    reasons: {
      phishing: 'Pede senhas ou números de cartão',
      malware: 'Instala alguma coisa',
      scam: 'É um golpe',
      illegal: 'Mostra algo ilegal',
      other: 'Outra coisa',
    },
    details: 'O que você viu? (opcional)',
    contact: 'Seu e-mail, se pudermos responder (opcional)',
    send: 'Enviar denúncia',
    incomplete: 'Informe o código ou o link e escolha o problema.',
    tooMany: 'Denúncias demais vieram desta rede. Tente mais tarde.',
    thanks: 'Obrigado. Guarde este endereço para acompanhar sua denúncia.',
    status: 'Sua denúncia',
    states: {
      open: 'Recebemos sua denúncia e vamos analisá-la.',
      closed: 'Analisamos o código e não o bloqueamos.',
      blocked: 'Bloqueamos o código. Ele não redireciona mais.',
    },
    unknown: 'Esta denúncia não existe ou é antiga demais.',
  },
  ja: {
    title: 'コードの報告',
    intro: '有害なページにつながるコードがあればお知らせください。すべての報告を担当者が確認します。',
    code: 'コードまたはリンク',
    reason: '問題の内容',
    reasons: {
      phishing: 'パスワードやカード番号を求める',
      malware: '何かをインストールする',
      scam: '詐欺である',
      illegal: '違法な内容を表示する',
      other: 'その他',
    },
    details: 'ご覧になった内容（任意）',
    contact: 'ご連絡先のメールアドレス（任意）',
    send: '報告を送信',
    incomplete: 'コードまたはリンクを入力し、問題の内容を選んでください。',
    tooMany: 'このネットワークからの報告が多すぎます。後でもう一度お試しください。',
    thanks: 'ありがとうございます。このアドレスで報告の状況を確認できます。',
    status: 'ご報告の状況',
    states: {
      open: 'ご報告を受け付けました。確認します。',
      closed: 'コードを確認し、そのままとしました。',
      blocked: 'コードをブロックしました。もう転送されません。',
    },
    unknown: 'この報告は存在しないか、古すぎます。',
  },
  zh: {
    title: '举报二维码',
    intro: '如果二维码指向有害内容，请告诉我们。每份举报都由人工查看。',
    code: '二维码或链接',
    reason: '有什么问题？',
    reasons: {
      phishing: '索要密码或银行卡号',
      malware: '安装程序',
      scam: '诈骗',
      illegal: '显示违法内容',
      other: '其他',
    },
    details: '您看到了什么？（选填）',
    contact: '您的电子邮箱，便于我们联系（选填）',
    send: '提交举报',
    incomplete: '请填写二维码或其链接，并选择问题。',
    tooMany: '此网络的举报过多，请稍后再试。',
    thanks: '谢谢。请保存此地址以查看处理结果。',
    status: '您的举报',
    states: {
      open: '我们已收到您的举报，将会查看。',
      closed: '我们查看了该二维码，未作更改。',
      blocked: '我们已停用该二维码，它不再指向该处。',
    },
    unknown: '没有此举报，或已过期。',
  },
};

export function formLanguage(language: Language): FormLanguage {
  return Object.hasOwn(reportWords, language) ? (language as FormLanguage) : 'en';
}

export function formWords(language: FormLanguage): ReportWords {
  return reportWords[language];
}
