import type { VisitorWords } from './visitor-words.ts';

export const zh: VisitorWords = {
  pages: {
    not_found: {
      title: '此链接无法使用',
      text: '它不存在或已被删除。如果它印在某处，请告知其所有者。',
    },
    blocked: {
      title: '此链接已被阻止',
      text: '它可能指向有害内容，因此我们已将其停用。您无需进行任何操作。',
    },
    expired: {
      title: '此二维码已过期',
      text: '它仅在限定时间内有效，现已结束。',
    },
    scan_limit_reached: {
      title: '此二维码已达到使用上限',
      text: '它只能使用有限的次数。',
    },
    misdirected: {
      title: '此地址无法使用',
      text: '它未在此处设置。如果它印在某处，请告知其所有者。',
    },
    domain_root: {
      title: '此地址用于短链接',
      text: '请扫描二维码以打开其目标页面。',
    },
    preview: {
      title: '此二维码的使用次数有限',
      text: '请在浏览器中打开以使用。预览不计入次数。',
    },
    rate_limited: {
      title: '未知链接过多',
      text: '此网络尝试了许多不存在的链接。请等待一分钟后再次扫描二维码。',
    },
    unavailable: {
      title: '请稍候',
      text: '我们暂时无法响应，请几秒后再次扫描。',
    },
  },
  actions: {
    report: '举报此二维码',
    visit: '前往网站',
    call: '拨打电话',
    mail: '发送邮件',
    website: '网站',
    map: '在地图中打开',
    save: '保存到通讯录',
    calendar: '添加到日历',
  },
};
