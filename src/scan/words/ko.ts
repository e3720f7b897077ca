import type { VisitorWords } from './visitor-words.ts';

export const ko: VisitorWords = {
  pages: {
    not_found: {
      title: '이 링크는 작동하지 않습니다',
      text: '존재하지 않거나 삭제되었습니다. 인쇄물에 있는 링크라면 소유자에게 알려 주세요.',
    },
    blocked: {
      title: '차단된 링크입니다',
      text: '연결되는 페이지가 해로울 수 있어 차단했습니다. 따로 하실 일은 없습니다.',
    },
    expired: {
      title: '만료된 코드입니다',
      text: '정해진 기간에만 유효했습니다.',
    },
    scan_limit_reached: {
      title: '사용 한도에 도달한 코드입니다',
      text: '정해진 횟수만 사용할 수 있었습니다.',
    },
    misdirected: {
      title: '이 주소는 작동하지 않습니다',
      text: '여기에 설정되어 있지 않습니다. 인쇄물에 있는 주소라면 소유자에게 알려 주세요.',
    },
    domain_root: {
      title: '짧은 링크용 주소입니다',
      text: '코드를 스캔하면 해당 페이지가 열립니다.',
    },
    preview: {
      title: '정해진 횟수만 사용할 수 있는 코드입니다',
      text: '사용하려면 브라우저에서 여세요. 미리보기는 횟수에 포함되지 않습니다.',
    },
    rate_limited: {
      title: '알 수 없는 링크가 너무 많습니다',
      text: '이 네트워크에서 존재하지 않는 링크를 여러 번 시도했습니다. 1분 후에 코드를 다시 스캔해 주세요.',
    },
    unavailable: {
      title: '잠시만 기다려 주세요',
      text: '지금은 응답할 수 없습니다. 몇 초 후에 코드를 다시 스캔해 주세요.',
    },
  },
  actions: {
    report: '이 코드 신고',
    visit: '웹사이트로 이동',
    call: '전화',
    mail: '이메일',
    website: '웹사이트',
    map: '지도에서 열기',
    save: '연락처에 저장',
    calendar: '캘린더에 추가',
  },
};
