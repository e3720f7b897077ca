import type { VisitorWords } from './visitor-words.ts';

export const ja: VisitorWords = {
  pages: {
    not_found: {
      title: 'このリンクは使用できません',
      text: '存在しないか、削除されました。印刷物に付いている場合は、配布元にお知らせください。',
    },
    blocked: {
      title: 'このリンクはブロックされています',
      text: '有害なページにつながるおそれがあるため停止しました。お客様の操作は必要ありません。',
    },
    expired: {
      title: 'このコードは期限切れです',
      text: '有効期間が終了しました。',
    },
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
  actions: {
    report: 'このコードを報告',
    visit: 'ウェブサイトへ進む',
    call: '電話',
    mail: 'メール',
    website: 'ウェブサイト',
    map: '地図で開く',
    save: '連絡先に保存',
    calendar: 'カレンダーに追加',
  },
};
