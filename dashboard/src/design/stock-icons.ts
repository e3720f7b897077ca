interface StockIcon {
  name: string;
  /** In a box of 24 by 24; the second path is drawn on top, in the color of the background. */
  paths: readonly [string, string?];
}

/** Icons for the middle of a code. Our own drawings: single shapes that stay clear at a few millimetres. */
export const stockIcons = {
  food: {
    name: 'Food',
    paths: [
      'M5 2h1.5v6H8V2h1.5v6H11V2h1.5v7.5a3.5 3.5 0 0 1-2.5 3.3V22H7.500v-9.200A3.5 3.5 0 0 1 5 9.500zM15 2c3 1 4.500 5 4.500 9v3H17.500v8H15z',
    ],
  },
  cup: {
    name: 'Cup',
    paths: [
      'M3 6h14v2h2a3 3 0 0 1 0 6h-2.300A6 6 0 0 1 11 18H9a6 6 0 0 1-6-6zM17 10v2h2a1 1 0 0 0 0-2zM3 20h14v2H3z',
    ],
  },
  bag: { name: 'Shopping bag', paths: ['M7 7a5 5 0 0 1 10 0h4l-1.500 15h-15L3 7zM9 7h6a3 3 0 0 0-6 0z'] },
  calendar: {
    name: 'Calendar',
    paths: ['M4 5h3V2h3v3h4V2h3v3h3v17H4zM6.500 10v9.500h11V10zM8.500 12h3v3h-3z'],
  },
  ticket: {
    name: 'Ticket',
    paths: [
      'M2 6h20v4a2 2 0 0 0 0 4v4H2v-4a2 2 0 0 0 0-4z',
      'M14.200 7.500h1.600v2h-1.600zM14.200 11h1.600v2h-1.600zM14.200 14.500h1.600v2h-1.600z',
    ],
  },
  box: {
    name: 'Parcel',
    paths: [
      'M12 2l9 4v12l-9 4-9-4V6z',
      'M3 6.800L12 10.800l9-4v1.800l-8.200 3.600V22h-1.600v-9.800L3 8.600z',
    ],
  },
  house: { name: 'House', paths: ['M12 2l10.500 9.500H19V22h-5v-7h-4v7H5V11.500H1.500z'] },
  pin: {
    name: 'Place',
    paths: ['M12 1a8 8 0 0 1 8 8c0 5-8 14-8 14S4 14 4 9a8 8 0 0 1 8-8zM12 6a3 3 0 0 0 0 6 3 3 0 0 0 0-6z'],
  },
  phone: {
    name: 'Phone',
    paths: [
      'M6.600 1.500l3.200 5.500-2.200 2.200a14 14 0 0 0 7.200 7.200L17 14.200l5.500 3.200-1.500 4a2 2 0 0 1-2.200 1.200A20 20 0 0 1 1.400 5.200 2 2 0 0 1 2.600 3z',
    ],
  },
  mail: { name: 'Email', paths: ['M2 5h20v14H2z', 'M2 5.600l10 7.400 10-7.400v2.600l-10 7.400-10-7.400z'] },
  wifi: {
    name: 'Wi-Fi',
    paths: [
      'M12 21l3-3a4.200 4.200 0 0 0-6 0zM5.500 14.500l2 2a6.400 6.400 0 0 1 9 0l2-2a9.200 9.200 0 0 0-13 0zM1.500 10.500l2 2a12 12 0 0 1 17 0l2-2a14.800 14.800 0 0 0-21 0z',
    ],
  },
  heart: {
    name: 'Heart',
    paths: [
      'M12 21.500C5 16 1.500 12.500 1.500 8A5.250 5.250 0 0 1 12 6.500 5.250 5.250 0 0 1 22.500 8c0 4.500-3.500 8-10.500 13.500z',
    ],
  },
  star: {
    name: 'Star',
    paths: [
      'M12 1.500l3.200 7 7.600.700-5.700 5 1.600 7.500L12 17.800l-6.700 3.900 1.600-7.500-5.700-5 7.600-.700z',
    ],
  },
  music: {
    name: 'Music',
    paths: ['M9 4l12-2.500V16a3.500 3 0 1 1-2.500-2.900V6.500l-7 1.500v11a3.500 3 0 1 1-2.500-2.900z'],
  },
} as const satisfies Record<string, StockIcon>;

export type StockIconName = keyof typeof stockIcons;
export const stockIconNames = Object.keys(stockIcons) as StockIconName[];

/** A logo as designs store it. */
interface IconLogo {
  view_box: number[];
  paths: { d: string; fill: string }[];
  share: number;
}

export function iconLogo(name: StockIconName, color: string, ground: string, share = 0.2): IconLogo {
  const [shape, detail] = stockIcons[name].paths as StockIcon['paths'];
  return {
    view_box: [0, 0, 24, 24],
    paths: [{ d: shape, fill: color }, ...(detail === undefined ? [] : [{ d: detail, fill: ground }])],
    share,
  };
}
