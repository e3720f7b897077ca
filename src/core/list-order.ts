/** In which order codes are listed. */
export const listOrders = ['newest', 'oldest', 'name', 'scans'] as const;
export type ListOrder = (typeof listOrders)[number];

/** What a list of the dashboard can be narrowed to, besides the status. */
export const listStates = ['expired', 'limit_reached', 'never_scanned'] as const;
export type ListState = (typeof listStates)[number];

export function isListOrder(text: string): text is ListOrder {
  return (listOrders as readonly string[]).includes(text);
}

export function isListState(text: string): text is ListState {
  return (listStates as readonly string[]).includes(text);
}
