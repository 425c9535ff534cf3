import type { Drawing } from './icon.tsx'

/** Apart from the shapes of every page's first load: only components that load later show it. */
export const TRASH = {
  d: 'M4 6.5h16M9 6.5V3.5h6v3M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6',
} as const satisfies Drawing
