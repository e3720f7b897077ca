export const deviceClasses = ['ios', 'android', 'desktop'] as const;
export type DeviceClass = (typeof deviceClasses)[number];

export const deviceNames: Readonly<Record<DeviceClass, string>> = {
  ios: 'iPhone and iPad',
  android: 'Android',
  desktop: 'Everything else',
};
