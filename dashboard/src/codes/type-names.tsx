import {
  CalendarDays,
  Contact,
  Link2,
  type LucideIcon,
  Mail,
  MapPin,
  MessageSquare,
  Phone,
  Smartphone,
  Type,
  Wifi,
} from 'lucide-react';
import type { QrType } from '#core/qr-type.ts';

interface TypeName {
  label: string;
  hint: string;
  icon: LucideIcon;
}

export const typeNames: Record<QrType, TypeName> = {
  url: { label: 'Website', hint: 'A link you can change after printing', icon: Link2 },
  dynamic_url: { label: 'Website (fixed)', hint: 'A link whose target stays as it is', icon: Link2 },
  text: { label: 'Text', hint: 'A page with your words', icon: Type },
  vcard: { label: 'Contact', hint: 'Saved to the phone’s contacts', icon: Contact },
  event: { label: 'Event', hint: 'Added to the calendar', icon: CalendarDays },
  app_store: { label: 'App', hint: 'Each phone to its own store', icon: Smartphone },
  wifi: { label: 'Wi-Fi', hint: 'Joins the network; static', icon: Wifi },
  email: { label: 'E-mail', hint: 'A mail, ready to send; static', icon: Mail },
  sms: { label: 'SMS', hint: 'A message, ready to send; static', icon: MessageSquare },
  phone: { label: 'Call', hint: 'Dials a number; static', icon: Phone },
  geo: { label: 'Place', hint: 'Opens the map; static', icon: MapPin },
};

/** In the order in which they are offered. */
export const offeredTypes: QrType[] = [
  'url',
  'text',
  'vcard',
  'event',
  'app_store',
  'wifi',
  'email',
  'sms',
  'phone',
  'geo',
];
