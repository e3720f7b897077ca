/** Why a photograph of a code can't be read, or could fail with another phone. The worst first. */
export const photoFaults = [
  'not_found',
  'cut_off',
  'glare',
  'covered',
  'small',
  'low_contrast',
  'blurred',
  'tilted',
  'quiet_zone',
  'inverted',
  'mirrored',
] as const;
export type PhotoFault = (typeof photoFaults)[number];

/** What is wrong, and what to do. */
export const faultTexts: Readonly<Record<PhotoFault, string>> = {
  not_found: 'No QR code was found in this photo. Go nearer, and hold the phone steady.',
  cut_off: 'A part of the code is outside of the photo. Take the photo again with the whole code.',
  glare: 'A reflection covers a part of the code. Print it on matt paper, or move the lamp.',
  covered: 'A part of the code is covered or damaged. Remove what is over it, or print it again.',
  small: 'The code is too small in the photo. Go nearer. If people stand there, print it larger.',
  low_contrast: 'The code is hardly darker than its paper. It needs more light or darker ink.',
  blurred: 'The photo is blurred. Hold the phone steady, and wait until the image is sharp.',
  tilted: 'The code is seen from far to the side. Mount it where people stand in front of it.',
  quiet_zone: 'Something is too near the code. It needs a free border four modules wide.',
  inverted: 'The code is lighter than its paper. Many phones can’t read that. Print it dark on light.',
  mirrored: 'The code is mirrored. Many phones can’t read that. Print it the right way around.',
};
