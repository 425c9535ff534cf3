import { classes } from './class-name.ts'
import { type Drawing, SHAPE } from './icon-shape.ts'

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
