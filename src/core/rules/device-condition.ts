import { refuseField } from '../parsed.ts';
import type { RuleCondition } from './condition.ts';
import { type DeviceClass, deviceClasses, deviceNames } from './device-class.ts';

export const deviceCondition: RuleCondition<DeviceClass> = {
  label: 'Device',
  summary: 'The device of the visitor: `ios`, `android` or `desktop`.',
  isCombinable: true,
  fields: {
    value: {
      label: 'Device',
      schema: { type: 'string', enum: deviceClasses },
      control: 'choice',
      options: deviceNames,
      initial: 'ios',
    },
  },
  parse(source, nameOf) {
    const device = deviceClasses.find((name) => name === source['value']);
    if (device === undefined)
      return refuseField(nameOf('value'), `must be one of ${deviceClasses.join(', ')}.`);
    return { ok: true, value: device };
  },
  format: (value) => ({ value }),
  matches: (value, { device }) => device === value,
  describe: (value) => deviceNames[value],
  explain: (value, { device }) =>
    device === value ? `the device is ${deviceNames[value]}.` : `Only for ${deviceNames[value]}.`,
  cases: () => deviceClasses.map((device) => ({ device })),
};
