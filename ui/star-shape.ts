import type { Drawing } from './icon.tsx'

const d = 'm12 3 2.7 5.9 6.3.7-4.7 4.3 1.3 6.3L12 17l-5.6 3.2 1.3-6.3L3 9.6l6.3-.7z'

/** Apart from the shapes of every page's first load: only components that load later show stars as elements. */
export const STAR = {
  empty: { d },
  half: { d, half: 'M12 3v14l-5.6 3.2 1.3-6.3L3 9.6l6.3-.7z' },
  full: { d, isFilled: true },
} as const satisfies Record<string, Drawing>
