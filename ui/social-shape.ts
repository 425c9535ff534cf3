import type { Drawing } from './icon.tsx'

/** Apart from the shapes of every page's first load: only components that load later show them. */
export const SOCIAL = {
  whatsapp: {
    d: 'm3.5 20.5 1.3-4.6a8.5 8.5 0 1 1 3.3 3.3zM9 8.2c-.9 1-.6 2.5.9 4.3s3.2 2.7 4.6 2.5c1-.2 1.4-.9 1.4-1.7l-2-1-.9 1c-1.3-.5-2.2-1.4-2.8-2.7l.9-1-.7-1.9c-.5-.2-1 .1-1.4.5z',
  },
  facebook: {
    d: 'M14.5 21v-8h2.7l.5-3.2h-3.2V7.9c0-1 .4-1.6 1.7-1.6h1.6V3.4A18 18 0 0 0 15.4 3.2c-2.5 0-4.1 1.5-4.1 4.2v2.4H8.5V13h2.8v8z',
    isFilled: true,
  },
  twitter: {
    d: 'M4 4h4.2l4.2 5.8L17.5 4H20l-6.4 7.4L20.5 20.5h-4.2l-4.7-6.4-5.6 6.4H3.5l6.9-8zm3.7 2 9.5 12.6h.9L8.7 6z',
    isFilled: true,
  },
  instagram: { d: 'M4 4h16v16H4zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM16.6 6.9h.9v.9h-.9z' },
  tiktok: {
    d: 'M13.5 3h3c.3 2.3 1.7 3.8 4 4v3c-1.5 0-2.8-.5-4-1.3v6.5a6 6 0 1 1-6-6c.3 0 .7 0 1 .1v3.2a2.9 2.9 0 1 0 2 2.7z',
    isFilled: true,
  },
} as const satisfies Record<string, Drawing>
