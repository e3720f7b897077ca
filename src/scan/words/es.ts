import type { VisitorWords } from './visitor-words.ts';

export const es: VisitorWords = {
  pages: {
    not_found: {
      title: 'Este enlace no funciona',
      text: 'No existe o se eliminó. Si está impreso en algún sitio, avisa a su propietario.',
    },
    blocked: {
      title: 'Este enlace está bloqueado',
      text: 'Lo bloqueamos porque su destino podría ser dañino. No tienes que hacer nada.',
    },
    expired: {
      title: 'Este código ha caducado',
      text: 'Era válido por un tiempo limitado.',
    },
    scan_limit_reached: {
      title: 'Este código ha alcanzado su límite',
      text: 'Solo podía usarse un número limitado de veces.',
    },
    misdirected: {
      title: 'Esta dirección no funciona',
      text: 'No está configurada aquí. Si está impresa en algún sitio, avisa a su propietario.',
    },
    domain_root: {
      title: 'Esta dirección es para enlaces cortos',
      text: 'Escanea un código para abrir su destino.',
    },
    preview: {
      title: 'Este código solo puede usarse un número limitado de veces',
      text: 'Ábrelo en tu navegador para usarlo. Las vistas previas no cuentan.',
    },
    rate_limited: {
      title: 'Demasiados enlaces desconocidos',
      text: 'Alguien en esta red probó muchos enlaces que no existen. Espera un minuto y vuelve a escanear el código.',
    },
    unavailable: {
      title: 'Un momento, por favor',
      text: 'Ahora no podemos responder. Vuelve a escanear el código en unos segundos.',
    },
  },
  actions: {
    report: 'Denunciar este código',
    visit: 'Ir al sitio web',
    call: 'Llamar',
    mail: 'Correo',
    website: 'Sitio web',
    map: 'Abrir en mapas',
    save: 'Guardar en contactos',
    calendar: 'Añadir al calendario',
  },
};
