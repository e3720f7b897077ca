import type { QrType } from '../qr-type.ts';
import { dialedNumber } from '../text-links.ts';
import type { Content } from './parse-content.ts';

/**
 * The content of a code in the format that phones understand: encoded in the image of a static code, or served by the link of a contact card or
 * event. Null for types with a destination.
 * @param id the ID of the code, which identifies an event.
 */
export function contentPayload(type: QrType, content: Content, id = ''): string | null {
  const field = (name: string) => String(content[name] ?? '');
  switch (type) {
    case 'text':
      return field('text');
    case 'vcard':
      return contactCard(field);
    case 'event':
      return calendarEvent(field, id);
    case 'wifi':
      return wifiLogin(field, content['is_hidden'] === true);
    case 'email':
      return mailLink(field);
    case 'sms':
      return `SMSTO:${dialedNumber(field('phone'))}:${field('message')}`;
    case 'phone':
      return `TEL:${dialedNumber(field('phone'))}`;
    case 'geo':
      return `GEO:${field('latitude')},${field('longitude')}`;
    default:
      return null;
  }
}

type Field = (name: string) => string;

/** vCard 3.0, which every phone reads. */
function contactCard(field: Field): string {
  const name = [field('first_name'), field('last_name')].filter((part) => part !== '').join(' ');
  const address = ['', '', field('street'), field('city'), '', field('postal_code'), field('country')];
  const lines: [string, string][] = [
    ['N', `${escapeText(field('last_name'))};${escapeText(field('first_name'))};;;`],
    ['FN', escapeText(name)],
    ['ORG', escapeText(field('organization'))],
    ['TITLE', escapeText(field('title'))],
    ['TEL;TYPE=CELL', dialedNumber(field('phone'))],
    ['TEL;TYPE=WORK', dialedNumber(field('work_phone'))],
    ['EMAIL', escapeText(field('email'))],
    ['URL', field('website')],
    ['ADR;TYPE=WORK', address.every((part) => part === '') ? '' : address.map(escapeText).join(';')],
    ['NOTE', escapeText(field('note'))],
  ];
  return textFile('VCARD', [['VERSION', '3.0'], ...lines]);
}

function calendarEvent(field: Field, id: string): string {
  const start = calendarTime(field('start'));
  const inner: [string, string][] = [
    // The same event if somebody opens the link twice, also after a change.
    ['UID', `${id}@waypost`],
    ['DTSTAMP', start],
    ['DTSTART', start],
    ['DTEND', calendarTime(field('end'))],
    ['SUMMARY', escapeText(field('title'))],
    ['LOCATION', escapeText(field('location'))],
    ['DESCRIPTION', escapeText(field('description'))],
  ];
  const event = textFile('VEVENT', inner).trimEnd();
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Waypost//EN\r\n${event}\r\nEND:VCALENDAR\r\n`;
}

function wifiLogin(field: Field, isHidden: boolean): string {
  const escape = (text: string) => text.replaceAll(/[\\;,":]/g, '\\$&');
  const security = field('security') === 'none' ? 'nopass' : field('security');
  const password = security === 'nopass' ? '' : `P:${escape(field('password'))};`;
  return `WIFI:T:${security};S:${escape(field('ssid'))};${password}${isHidden ? 'H:true;' : ''};`;
}

function mailLink(field: Field): string {
  const parts = ['subject', 'body'].filter((name) => field(name) !== '');
  const query = parts.map((name) => `${name}=${encodeURIComponent(field(name))}`).join('&');
  const to = encodeURIComponent(field('to')).replace('%40', '@');
  return `mailto:${to}${query === '' ? '' : `?${query}`}`;
}

function calendarTime(timestamp: string): string {
  return `${new Date(timestamp).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;
}

function escapeText(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ');
}

/** Lines with CRLF; empty ones are left out, long ones folded at 75 octets, never within a character. */
function textFile(name: string, lines: [string, string][]): string {
  const written = lines.filter(([, value]) => value !== '').map(([key, value]) => fold(`${key}:${value}`));
  return [`BEGIN:${name}`, ...written, `END:${name}`, ''].join('\r\n');
}

function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const length = encoder.encode(character).length;
    if (octets + length > 75) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += length;
  }
  return folded;
}
