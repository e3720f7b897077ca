/** More lines can't be told apart. */
export const comparedMax = 5;
