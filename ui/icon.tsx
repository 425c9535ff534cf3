import { classes } from './class-name.ts'

/** Drawn on a 24 × 24 grid with square ends. */
export type Drawing = { d: string; isFilled?: boolean; half?: string }

const HEART = 'M12 20 3.5 11.4a5 5 0 0 1 7.1-7L12 5.8l1.4-1.4a5 5 0 0 1 7.1 7z'

/** Part of every page's first load: an icon that a single part of the shop shows is drawn there. */
const SHAPE = {
  heart: { d: HEART },
  'heart-filled': { d: HEART, isFilled: true },
  bag: { d: 'M4 8h16l-1 13H5zM8.5 8V6.5a3.5 3.5 0 0 1 7 0V8' },
  search: { d: 'M10.5 3.5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM15.6 15.6 21 21' },
  menu: { d: 'M3 7h18M3 12h18M3 17h18' },
  close: { d: 'm5 5 14 14M19 5 5 19' },
  'chevron-left': { d: 'm15 5-7 7 7 7' },
  'chevron-right': { d: 'm9 5 7 7-7 7' },
  'chevron-down': { d: 'm5 9 7 7 7-7' },
  'arrow-left': { d: 'M20 12H4m7-7-7 7 7 7' },
  'arrow-right': { d: 'M4 12h16m-7-7 7 7-7 7' },
  link: { d: 'M14 4h6v6M20 4l-9 9M10 5H4v15h15v-6' },
  info: { d: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7v1.5' },
  check: { d: 'm4.5 12.5 5 5 10-11' },
  filter: { d: 'M3 6h18M6.5 12h11M10 18h4' },
} as const satisfies Record<string, Drawing>

export type IconName = keyof typeof SHAPE
export type IconOf = IconName | Drawing

/** Hidden from screen readers: the control that contains it has a label. */
export function Icon({ name, className }: { name: IconOf; className?: string }) {
  const shape: Drawing = typeof name === 'string' ? SHAPE[name] : name
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={classes('icon', shape.isFilled && 'icon-filled', className)}
    >
      <path d={shape.d} />
      {shape.half && <path d={shape.half} fill="currentColor" stroke="none" />}
    </svg>
  )
}
