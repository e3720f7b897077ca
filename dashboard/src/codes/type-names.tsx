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
  dynamic_url: { label: 'Website (fixed)', hint: 'A link with a fixed destination', icon: Link2 },
  text: { label: 'Text', hint: 'A page with your text', icon: Type },
  vcard: { label: 'Contact', hint: 'Saved to the phone’s contacts', icon: Contact },
  event: { label: 'Event', hint: 'Added to the calendar', icon: CalendarDays },
  app_store: { label: 'App', hint: 'Opens the right app store', icon: Smartphone },
  wifi: { label: 'Wi-Fi', hint: 'Joins a network; static', icon: Wifi },
  email: { label: 'Email', hint: 'Opens a prepared email; static', icon: Mail },
  sms: { label: 'SMS', hint: 'Opens a prepared message; static', icon: MessageSquare },
  phone: { label: 'Call', hint: 'Dials a number; static', icon: Phone },
  geo: { label: 'Place', hint: 'Opens a map; static', icon: MapPin },
};

/** In display order. */
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
