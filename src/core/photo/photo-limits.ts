/** A reading beyond its limit is a fault: phones look through dirty lenses and in haste. docs/print.md has the same table. */
export const photoLimits = {
  contrastMin: 0.3,
  edgeModulesMax: 0.8,
  quietModulesMin: 2,
  /** A standard border has so many. */
  quietModulesFull: 4,
  tiltDegreesMax: 40,
  modulePxMin: 3,
  spareMin: 0.4,
};
/** Larger photographs are reduced: more pixels don't help to read a code that people could scan. */
export const photoPxMax = 2_400;
export const photoBytesMax = 50 * 1024 * 1024;
/** Of the codes in one photograph, the largest. */
export const photoCodesMax = 8;
