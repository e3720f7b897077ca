import { contentFields } from '#core/qr-content/content-field.ts';
import type { Labels } from '../ui/field-problems.ts';

/** Fields of contents by their label. */
export const contentLabels: Labels = {
  text: 'Text',
  first_name: 'First name',
  last_name: 'Last name',
  organization: 'Organization',
  title: 'Title',
  phone: 'Phone',
  work_phone: 'Work phone',
  email: 'Email',
  website: 'Website',
  street: 'Street',
  postal_code: 'Postal code',
  city: 'City',
  country: 'Country',
  note: 'Note',
  ssid: 'Network name',
  security: 'Security',
  password: 'Password',
  is_hidden: 'Hidden network',
  to: 'To',
  subject: 'Subject',
  body: 'Message',
  message: 'Message',
  latitude: 'Latitude',
  longitude: 'Longitude',
  start: 'Starts',
  end: 'Ends',
  location: 'Place',
  description: 'Description',
  ios_url: 'App Store URL',
  android_url: 'Play Store URL',
  fallback_url: 'URL for all other devices',
};

/** Options of a design by their label. */
export const designLabels: Labels = {
  foreground_color: 'Code',
  background_color: 'Background',
  eye_color: 'Eyes',
  eye_ball_color: 'Eye centers',
  frame_color: 'Frame',
  bg_transparent: 'Transparent background',
  gradient: 'Gradient',
  caption: 'Caption',
  border_style: 'Frame',
  dot_style: 'Dots',
  eye_style: 'Eyes',
  eye_ball_style: 'Eye centers',
  quiet_zone: 'Quiet zone',
  error_correction: 'Error correction',
  width: 'Width',
  height: 'Height',
  padding: 'Padding',
  dpi: 'Resolution',
  logo: 'Logo',
};

/** Settings of a code by their label in its forms. */
export const codeLabels: Labels = {
  label: 'Name',
  redirect_url: 'Destination',
  project_id: 'Project',
  expires_at: 'Expires',
  scan_limit: 'Scan limit',
  tags: 'Tags',
  forwarded_params: 'Parameters of the link',
  folder_id: 'Folder',
  ...designLabels,
  ...Object.fromEntries(Object.entries(designLabels).map(([key, label]) => [`design.${key}`, label])),
  ...Object.fromEntries(
    Object.values(contentFields)
      .flat()
      .map(({ name }) => [`content.${name}`, contentLabels[name] ?? name]),
  ),
};

/** Whether a form of a code shows mistakes under this field. */
export function isCodeField(param: string): boolean {
  return /^(label|tags|redirect_url|expires_at|scan_limit|content\.\w+)$/.test(param);
}
